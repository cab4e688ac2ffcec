; holds
;! routine: R_SP
;! cpu: 8080
;! org: 0100H
;! in: BC = x
;! out: A = y
;! clobbers: D, E, H, L, F
;! ensures: y = 0
;! at: LL
;! decreases: 0
;! at: MM
;! invariant: x = 1234H
;! decreases: 1
R_SP: LXI H,0
 DAD SP
 CALL TEST
 JNZ S1
 DCX H
 DCX H
S1: SPHL
 CALL TEST
 JNZ LL
 JMP MM
MM: POP D
 JMP LL
LL: MVI A,0
 RET
TEST: MOV A,B
 CPI 12H
 RNZ
 MOV A,C
 CPI 34H
 RET
