; wrong
;! routine: W_M_SP2
;! cpu: 6502
;! org: $0200
;! in: X = x, Y = z
;! out: A = y
;! clobbers: A, X, P, (SV)
;! ensures: y = 0
;! at: LL: X = v, Y = u, (SV) = s
;! invariant: u = z and s = x
;! decreases: 0
;! at: MM: X = v, Y = u, (SV) = s
;! invariant: x = $12 and z = $34 and u = z and s = x
;! decreases: 1
SV = $40
W_M_SP2: STX SV
 JSR TEST
 BNE S1
 TSX
 DEX
 JMP S2
S1: TSX
S2: TXS
 JSR TEST
 BNE LL
 JMP MM
MM: PLA
 JMP LL
LL: JSR TEST
 BNE OK
 TSX
 INX
 TXS
OK: LDA #0
 RTS
TEST: LDA SV
 CMP #$12
 BNE TT
 CPY #$34
TT: RTS
