;! routine: T2REF
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: Y, P, (KEEP)
;! oracle: f2_reflect
;! bytes: 38
;! cycles: 112
;! title: The 4x4 board reflected about the vertical axis
; Figure 2: each byte is half of the board, so one subroutine serves twice.
; TAB1 is Table 1: bits 0 2 4 6 go left by 4, bits 3 and 7 by 2, bits 1 and 5 by 6, round.
; So the byte goes left by 2 three times, and who has less far to go joins later.
KEEP    EQU $12
0300  20 0B 03     T2REF:  JSR TAB1
0303  A8                   TAY
0304  8A                   TXA
0305  20 0B 03             JSR TAB1
0308  AA                   TAX
0309  98                   TYA
030A  60                   RTS

030B  85 12        TAB1:   STA KEEP
030D  0A                   ASL A           ; left by 2, round: ADC brings the first bit in at the
030E  69 80                ADC #$80        ; bottom and the second one to the carry
0310  2A                   ROL A
0311  45 12                EOR KEEP        ; A from the turned byte where the mask has 1,
0313  29 AA                AND #$AA        ; else from the kept one: bits 0 2 4 6 start afresh
0315  45 12                EOR KEEP
0317  0A                   ASL A
0318  69 80                ADC #$80
031A  2A                   ROL A
031B  45 12                EOR KEEP
031D  29 77                AND #$77        ; bits 3 and 7 start afresh
031F  45 12                EOR KEEP
0321  0A                   ASL A
0322  69 80                ADC #$80
0324  2A                   ROL A
0325  60                   RTS
