; holds
;! routine: W_M_PHAPLA
;! cpu: 6502
;! org: $0200
;! in: X = x, Y = z
;! out: A = y
;! clobbers: X, P
;! ensures: y = 0
;! at: LOOP: X = n
;! decreases: n
W_M_PHAPLA:
 TYA
 PHA
 LDA #0
 PHA
LOOP: TXA
 BEQ FIN
 DEX
 CPX #$12
 BNE SK
 CPY #$34
 BNE SK
 NOP
SK: NOP
 JMP LOOP
FIN: NOP
 PLA
 PLA
 TAY
 LDA #0
 RTS
