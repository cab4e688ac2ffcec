; wrong
;! routine: W_TWOADJ
;! cpu: 8080
;! org: 0100H
;! in: BC = x
;! out: A = y
;! clobbers: B, F
;! ensures: y = 0
;! at: L1: BC = v
;! decreases: 1
;! at: L2: BC = v
;! decreases: 0
W_TWOADJ: XRA A
L1: NOP
L2: NOP
 DCR C
 INR C
 RNZ
 DCR B
 INR B
 RNZ
 JMP L2
