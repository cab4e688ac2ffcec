; holds
;! routine: R_SPLIT
;! cpu: 8080
;! org: 0100H
;! in: BC = x
;! out: A = y
;! clobbers: F
;! ensures: y = 0
;! at: LL
;! decreases: 0
;! at: MM
;! invariant: high(x) = 12H
;! decreases: 1
R_SPLIT: MVI A,0
 MOV A,B
 CPI 12H
 JNZ LL
 JMP MM
MM: NOP
 JMP LL
LL: MVI A,0
 RET
