;! routine: ACOUNT
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board
;! out: X = x, Y = o, A = free
;! clobbers: P, (MAKES), (TEMP), (NUMBER), (STONES)
;! oracle: ataxx_count
;! bytes: 74
;! cycles: 2658-2697
;! title: Counts stones and free squares
; EOR with $AA turns each cell of x into 11, with $55 each of o, with $FF each free
; one. Adding halves counts them in a byte. The unused cell of each row counts as
; free, so the total is reduced by 7.
PTR     EQU  $10        ; the board
MAKES   EQU  $12        ; EOR value that gives 11
TEMP    EQU  $13
NUMBER  EQU  $14
STONES  EQU  $15        ; of o
0300  A9 AA        ACOUNT:  LDA  #$AA
0302  20 18 03             JSR  KIND
0305  AA                   TAX
0306  A9 55                LDA  #$55
0308  20 18 03             JSR  KIND
030B  85 15                STA  STONES
030D  A9 FF                LDA  #$FF
030F  20 18 03             JSR  KIND
0312  38                   SEC
0313  E9 07                SBC  #7
0315  A4 15                LDY  STONES
0317  60                   RTS
; A = number of cells of the board that EOR with A turns into 11.
0318  85 12        KIND:    STA  MAKES
031A  A9 00                LDA  #0
031C  85 14                STA  NUMBER
031E  A0 0D                LDY  #13
0320  B1 10        NEXT:    LDA  (PTR),Y
0322  45 12                EOR  MAKES
0324  85 13                STA  TEMP
0326  4A                   LSR
0327  25 13                AND  TEMP
0329  29 55                AND  #$55       ; 01 for each
032B  85 13                STA  TEMP
032D  29 44                AND  #$44
032F  4A                   LSR
0330  4A                   LSR             ; no carry comes out
0331  65 13                ADC  TEMP
0333  29 33                AND  #$33       ; the count of each pair
0335  85 13                STA  TEMP
0337  4A                   LSR
0338  4A                   LSR
0339  4A                   LSR
033A  4A                   LSR
033B  18                   CLC
033C  65 13                ADC  TEMP
033E  29 07                AND  #7         ; of both
0340  65 14                ADC  NUMBER     ; no carry came out either
0342  85 14                STA  NUMBER
0344  88                   DEY
0345  10 D9                BPL  NEXT
0347  A5 14                LDA  NUMBER
0349  60                   RTS
