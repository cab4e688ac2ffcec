;! routine: T3REF
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board
;! out: (PTR) -> board
;! clobbers: A, X, Y, P, (KEEP)
;! oracle: f3_reflect
;! bytes: 63
;! cycles: 411-416
;! title: Reflects the 6x6 board about the diagonal LL-UR
; Figure 3: the same permutation in all five bytes, and bytes 1 and 3 are exchanged.
; TAB2 is Table 2: rotates bits 2 and 6 left by 4, bits 3 and 7 by 2, bits 1 and 5 by
; 6. The byte rotates left by 2 three times; bits with a shorter distance join later.
PTR     EQU $10
KEEP    EQU $12
0300  A0 04        T3REF:  LDY #4
0302  B1 10        EACH:   LDA (PTR),Y
0304  20 1E 03             JSR TAB2
0307  91 10                STA (PTR),Y
0309  88                   DEY
030A  10 F6                BPL EACH
030C  C8                   INY
030D  B1 10                LDA (PTR),Y     ; byte 1
030F  AA                   TAX
0310  A0 02                LDY #2
0312  B1 10                LDA (PTR),Y     ; byte 3
0314  48                   PHA
0315  8A                   TXA
0316  91 10                STA (PTR),Y
0318  A0 00                LDY #0
031A  68                   PLA
031B  91 10                STA (PTR),Y
031D  60                   RTS

031E  85 12        TAB2:   STA KEEP
0320  0A                   ASL A           ; rotate left by 2: ADC enters the first bit at the
0321  69 80                ADC #$80        ; bottom and moves the second to the carry
0323  2A                   ROL A
0324  45 12                EOR KEEP        ; A from the rotated byte where the mask is 1,
0326  29 AA                AND #$AA        ; else from the original: bits 0 2 4 6 start over
0328  45 12                EOR KEEP
032A  0A                   ASL A
032B  69 80                ADC #$80
032D  2A                   ROL A
032E  45 12                EOR KEEP
0330  29 77                AND #$77        ; bits 3 and 7 start over
0332  45 12                EOR KEEP
0334  0A                   ASL A
0335  69 80                ADC #$80
0337  2A                   ROL A
0338  45 12                EOR KEEP
033A  29 EE                AND #$EE        ; bits 0 and 4 stay
033C  45 12                EOR KEEP
033E  60                   RTS
