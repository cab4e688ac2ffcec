; holds
;! routine: R_M_INY
;! cpu: 6502
;! org: $0200
;! in: X = x, Y = z
;! out: A = y
;! clobbers: X, Y, P
;! ensures: y = 0
;! at: LOOP: X = n
;! decreases: n
R_M_INY:

LOOP: TXA
 BEQ FIN
 DEX
 CPX #$12
 BNE SK
 CPY #$34
 BNE SK
 INY
SK: NOP
 JMP LOOP
FIN: NOP

 RTS
