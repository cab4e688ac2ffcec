;! routine: T2REF
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: Y, P, (KEEP)
;! oracle: f2_reflect
;! bytes: 38
;! cycles: 112
;! title: Reflects the 4x4 board about the vertical axis
; Figure 2: each byte is half of the board, so the subroutine is called twice. TAB1 is
; Table 1: rotates bits 0 2 4 6 left by 4, bits 3 and 7 by 2, bits 1 and 5 by 6. The
; byte rotates left by 2 three times; bits with a shorter distance join later.
KEEP    EQU $12
0300  20 0B 03     T2REF:  JSR TAB1
0303  A8                   TAY
0304  8A                   TXA
0305  20 0B 03             JSR TAB1
0308  AA                   TAX
0309  98                   TYA
030A  60                   RTS

030B  85 12        TAB1:   STA KEEP
030D  0A                   ASL A           ; rotate left by 2: ADC enters the first bit at the
030E  69 80                ADC #$80        ; bottom and moves the second to the carry
0310  2A                   ROL A
0311  45 12                EOR KEEP        ; A from the rotated byte where the mask is 1,
0313  29 AA                AND #$AA        ; else from the original: bits 0 2 4 6 start over
0315  45 12                EOR KEEP
0317  0A                   ASL A
0318  69 80                ADC #$80
031A  2A                   ROL A
031B  45 12                EOR KEEP
031D  29 77                AND #$77        ; bits 3 and 7 start over
031F  45 12                EOR KEEP
0321  0A                   ASL A
0322  69 80                ADC #$80
0324  2A                   ROL A
0325  60                   RTS
