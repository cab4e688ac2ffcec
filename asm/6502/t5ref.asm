;! routine: T5REF
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board
;! out: (PTR) -> board
;! clobbers: A, Y, P, (KEEP)
;! oracle: f5_reflect
;! bytes: 62
;! cycles: 173-175
;! title: The 5x5 board in its better form reflected about the vertical axis
; Figure 5: bytes 1 and 2 as in figure 2; of byte 3 bits 0 and 4, bits 1 and 5 change
; places. The caption says "horizontal axis", but about that bytes 1 and 2 would have to be
; exchanged.
; TAB1 is Table 1: bits 0 2 4 6 go left by 4, bits 3 and 7 by 2, bits 1 and 5 by 6, round.
; So the byte goes left by 2 three times, and who has less far to go joins later.
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
0312  0A                   ASL A           ; left by 2, round: ADC brings the first bit in at the
0313  69 80                ADC #$80        ; bottom and the second one to the carry
0315  2A                   ROL A
0316  0A                   ASL A
0317  69 80                ADC #$80
0319  2A                   ROL A
031A  45 12                EOR KEEP
031C  29 33                AND #$33        ; bits 0 1 4 5 turned, the others as they were
031E  45 12                EOR KEEP
0320  91 10                STA (PTR),Y
0322  60                   RTS

0323  85 12        TAB1:   STA KEEP
0325  0A                   ASL A
0326  69 80                ADC #$80
0328  2A                   ROL A
0329  45 12                EOR KEEP        ; A from the turned byte where the mask has 1,
032B  29 AA                AND #$AA        ; else from the kept one: bits 0 2 4 6 start afresh
032D  45 12                EOR KEEP
032F  0A                   ASL A
0330  69 80                ADC #$80
0332  2A                   ROL A
0333  45 12                EOR KEEP
0335  29 77                AND #$77        ; bits 3 and 7 start afresh
0337  45 12                EOR KEEP
0339  0A                   ASL A
033A  69 80                ADC #$80
033C  2A                   ROL A
033D  60                   RTS
