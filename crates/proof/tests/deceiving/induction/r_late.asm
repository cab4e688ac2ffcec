; holds
;! routine: R_LATE
;! cpu: 8080
;! org: 0100H
;! in: BC = x, (V) = v
;! out: A = y
;! clobbers: B, F
;! ensures: y = 0
;! at: L1: B = n
;! decreases: n, 1
;! at: L2: B = n
;! decreases: n, 0
V EQU 3000H
R_LATE: NOP
L1: MOV A,B
 ORA A
 JZ L2
 DCR B
 MOV A,B
 CPI 12H
 JNZ L1
 MOV A,C
 CPI 34H
 JNZ L1
 LDA V
 XRI 1
 STA V
 XRI 1
 STA V
 JMP L1
L2: MVI A,0
 RET
