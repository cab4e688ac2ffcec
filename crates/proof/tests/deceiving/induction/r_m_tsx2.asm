; holds
;! routine: R_M_TSX2
;! cpu: 6502
;! org: $0200
;! in: X = x, Y = z
;! out: A = y
;! clobbers: X, P
;! ensures: y = 0
;! at: LOOP: X = n
;! decreases: n
R_M_TSX2:
 TYA
 PHA
LOOP: TXA
 BEQ FIN
 DEX
 CPX #$12
 BNE SK
 CPY #$34
 BNE SK
 TSX
 INC $0101,X
 LDX #0
SK: NOP
 JMP LOOP
FIN: NOP
 PLA
 LDA #0
 RTS
