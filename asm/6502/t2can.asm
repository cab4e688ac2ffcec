;! routine: T2CAN
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: Y, P, (LO:5)
;! oracle: f2_canonical
;! bytes: 96
;! cycles: 800-855
;! title: Finds the least of the eight images of a 4x4 board
; Figure 2: four turns, a reflection, four turns; LEAST is the least word so far. Four
; turns restore the board. TAB1 is Table 1: rotates bits 0 2 4 6 left by 4, bits 3 and
; 7 by 2, bits 1 and 5 by 6. The byte rotates left by 2 three times; bits with a
; shorter distance join later.
LO      EQU $12         ; the board
HI      EQU $13
LEAST   EQU $14
KEEP    EQU $16
0300  85 12        T2CAN:  STA LO
0302  86 13                STX HI
0304  85 14                STA LEAST
0306  86 15                STX LEAST+1
0308  20 21 03             JSR FOUR
030B  A5 12                LDA LO
030D  20 45 03             JSR TAB1
0310  85 12                STA LO
0312  A5 13                LDA HI
0314  20 45 03             JSR TAB1
0317  85 13                STA HI
0319  20 21 03             JSR FOUR
031C  A5 14                LDA LEAST
031E  A6 15                LDX LEAST+1
0320  60                   RTS
0321  A0 04        FOUR:   LDY #4
0323  A5 12        TURN:   LDA LO
0325  A2 04                LDX #4
0327  0A           SHIFT:  ASL A           ; a bit from A into HI,
0328  26 13                ROL HI
032A  69 00                ADC #0          ; and the bit that leaves HI into A
032C  CA                   DEX
032D  D0 F8                BNE SHIFT
032F  85 12                STA LO
0331  C5 14                CMP LEAST       ; board - LEAST
0333  A5 13                LDA HI
0335  E5 15                SBC LEAST+1
0337  B0 08                BCS NEXT
0339  A5 12                LDA LO
033B  85 14                STA LEAST
033D  A5 13                LDA HI
033F  85 15                STA LEAST+1
0341  88           NEXT:   DEY
0342  D0 DF                BNE TURN
0344  60                   RTS

0345  85 16        TAB1:   STA KEEP
0347  0A                   ASL A           ; rotate left by 2: ADC enters the first bit at the
0348  69 80                ADC #$80        ; bottom and moves the second to the carry
034A  2A                   ROL A
034B  45 16                EOR KEEP        ; A from the rotated byte where the mask is 1,
034D  29 AA                AND #$AA        ; else from the original: bits 0 2 4 6 start over
034F  45 16                EOR KEEP
0351  0A                   ASL A
0352  69 80                ADC #$80
0354  2A                   ROL A
0355  45 16                EOR KEEP
0357  29 77                AND #$77        ; bits 3 and 7 start over
0359  45 16                EOR KEEP
035B  0A                   ASL A
035C  69 80                ADC #$80
035E  2A                   ROL A
035F  60                   RTS
