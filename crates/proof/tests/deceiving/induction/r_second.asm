; holds
;! routine: R_SECOND
;! cpu: 8080
;! org: 0100H
;! in: BC = x
;! out: A = y
;! clobbers: B, D, E, H, F
;! ensures: y = 5
;! at: L1: B = n
;! decreases: n, 1
;! at: L2: B = n
;! decreases: n, 0
R_SECOND: MVI D,5
 MVI E,5
 MVI H,5
L1: MOV D,E
 MOV E,H
 MOV A,C
 CPI 34H
 JNZ L2
 MOV A,B
 CPI 12H
 JNZ L2
 MVI H,5
L2: MOV A,B
 ORA A
 MOV A,D
 RZ
 DCR B
 JMP L1
