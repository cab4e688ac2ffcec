;! routine: T4REF
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board
;! out: (PTR) -> board
;! clobbers: A, X, Y, P, (KEEP:5)
;! oracle: f4_reflect
;! bytes: 56
;! cycles: 292-295
;! title: Reflects the 5x5 board of figure 4 about the vertical axis
; Figure 4: the complex case. Bits 1 and 5 of each byte are exchanged. Then bits 0 1 4 5
; of each byte come from one byte, the others from another, as listed in OUTER and INNER.
PTR     EQU $10
KEEP    EQU $12
OLD     EQU $13         ; the bytes with 1 and 5 exchanged
0300  A0 03        T4REF:  LDY #3
0302  B1 10        EACH:   LDA (PTR),Y
0304  85 12                STA KEEP
0306  0A                   ASL A           ; rotate left by 2: ADC enters the first bit at the
0307  69 80                ADC #$80        ; bottom and moves the second to the carry
0309  2A                   ROL A
030A  0A                   ASL A
030B  69 80                ADC #$80
030D  2A                   ROL A
030E  45 12                EOR KEEP
0310  29 22                AND #$22        ; bits 1 and 5 rotated, the others unchanged
0312  45 12                EOR KEEP
0314  99 13 00             STA OLD,Y
0317  88                   DEY
0318  10 E8                BPL EACH
031A  A0 03                LDY #3
031C  BE 30 03     MIX:    LDX OUTER,Y
031F  B5 13                LDA OLD,X
0321  BE 34 03             LDX INNER,Y
0324  55 13                EOR OLD,X
0326  29 33                AND #$33        ; bits 0 1 4 5 from the one,
0328  55 13                EOR OLD,X       ; the others from the other
032A  91 10                STA (PTR),Y
032C  88                   DEY
032D  10 ED                BPL MIX
032F  60                   RTS
0330  01 00 03 02  OUTER:  DB 1,0,3,2
0334  00 03 02 01  INNER:  DB 0,3,2,1
