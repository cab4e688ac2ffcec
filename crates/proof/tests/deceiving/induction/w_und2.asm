; wrong
;! routine: W_UND2
;! cpu: 8080
;! org: 0100H
;! in: BC = x
;! out: A = y
;! clobbers: B, D, E, H, L, F
;! ensures: y = 0
;! at: L1: B = n
;! decreases: n, 1
;! at: L2: B = n
;! decreases: n, 0
W_UND2: NOP
L1: LDA 3000H
 MOV D,A
L2: LDA 3000H
 SUB D
 RNZ
 ORA B
 MVI A,0
 RZ
 DCR B
 INR D
 MOV A,D
 CPI 77H
 JNZ L1
 JMP L2
