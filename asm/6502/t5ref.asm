;! routine: T5REF
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board
;! out: (PTR) -> board
;! clobbers: A, Y, P, (KEEP)
;! oracle: f5_reflect
;! bytes: 62
;! cycles: 173-175
;! title: Reflects the 5x5 board of figure 5 about the vertical axis
; Figure 5: bytes 1 and 2 as in figure 2; byte 3 exchanges bits 0 and 4 and bits 1 and
; 5. The caption says "horizontal axis", but a reflection about that would also
; exchange bytes 1 and 2. TAB1 is Table 1: rotates bits 0 2 4 6 left by 4, bits 3 and
; 7 by 2, bits 1 and 5 by 6. The byte rotates left by 2 three times; bits with a
; shorter distance join later.
PTR     EQU $10
KEEP    EQU $12
0300  A0 01        T5REF:  LDY #1
0302  B1 10        EACH:   LDA (PTR),Y
0304  20 23 03             JSR TAB1
0307  91 10                STA (PTR),Y
0309  88                   DEY
030A  10 F6                BPL EACH
030C  A0 02                LDY #2
030E  B1 10                LDA (PTR),Y     ; byte 3
0310  85 12                STA KEEP
0312  0A                   ASL A           ; rotate left by 2: ADC enters the first bit at the
0313  69 80                ADC #$80        ; bottom and moves the second to the carry
0315  2A                   ROL A
0316  0A                   ASL A
0317  69 80                ADC #$80
0319  2A                   ROL A
031A  45 12                EOR KEEP
031C  29 33                AND #$33        ; bits 0 1 4 5 rotated, the others unchanged
031E  45 12                EOR KEEP
0320  91 10                STA (PTR),Y
0322  60                   RTS

0323  85 12        TAB1:   STA KEEP
0325  0A                   ASL A
0326  69 80                ADC #$80
0328  2A                   ROL A
0329  45 12                EOR KEEP        ; A from the rotated byte where the mask is 1,
032B  29 AA                AND #$AA        ; else from the original: bits 0 2 4 6 start over
032D  45 12                EOR KEEP
032F  0A                   ASL A
0330  69 80                ADC #$80
0332  2A                   ROL A
0333  45 12                EOR KEEP
0335  29 77                AND #$77        ; bits 3 and 7 start over
0337  45 12                EOR KEEP
0339  0A                   ASL A
033A  69 80                ADC #$80
033C  2A                   ROL A
033D  60                   RTS
