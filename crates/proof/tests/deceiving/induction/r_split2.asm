; holds
;! routine: R_SPLIT2
;! cpu: 8080
;! org: 0100H
;! in: BC = x, D = z
;! out: A = y
;! clobbers: F
;! ensures: y = high(x)
;! at: LL
;! decreases: 0
;! at: MM
;! decreases: 1
R_SPLIT2: MOV A,D
 CPI 12H
 JNZ LL
 JMP MM
MM: NOP
 JMP LL
LL: MOV A,B
 RET
