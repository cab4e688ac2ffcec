; holds
;! routine: R_M_SED
;! cpu: 6502
;! org: $0200
;! in: X = x, Y = z
;! out: A = y
;! clobbers: X, P
;! ensures: y = 0
;! at: LOOP: X = n
;! decreases: n
R_M_SED:

LOOP: TXA
 BEQ FIN
 DEX
 CPX #$12
 BNE SK
 CPY #$34
 BNE SK
 SED
 CLD
SK: NOP
 JMP LOOP
FIN: NOP

 RTS
