; wrong
;! routine: W_M_TXS
;! cpu: 6502
;! org: $0200
;! in: X = x, Y = z
;! out: A = y
;! clobbers: X, P
;! ensures: y = 0
;! at: LOOP: X = n
;! decreases: n
W_M_TXS:

LOOP: TXA
 BEQ FIN
 DEX
 CPX #$12
 BNE SK
 CPY #$34
 BNE SK
 TXS
SK: NOP
 JMP LOOP
FIN: NOP

 RTS
