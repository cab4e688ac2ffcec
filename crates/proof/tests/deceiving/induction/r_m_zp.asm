; holds
;! routine: R_M_ZP
;! cpu: 6502
;! org: $0200
;! in: X = x, Y = z
;! out: A = y
;! clobbers: X, P, (ZZ)
;! ensures: y = 0
;! at: LOOP: X = n
;! decreases: n
ZZ = $44
R_M_ZP:

LOOP: TXA
 BEQ FIN
 DEX
 CPX #$12
 BNE SK
 CPY #$34
 BNE SK
 INC $44
SK: NOP
 JMP LOOP
FIN: NOP

 RTS
