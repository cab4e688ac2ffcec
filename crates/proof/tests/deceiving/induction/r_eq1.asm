; holds
;! routine: R_EQ1
;! cpu: 8080
;! org: 0100H
;! in: BC = x
;! out: A = y
;! clobbers: A, B, C, D, E, F
;! ensures: y = 0
;! at: LOOP: B = a, C = b, D = d
;! invariant: a = b and b = a
;! invariant: d > 0
;! decreases: d
R_EQ1: MVI D,9
 MVI B,1
 MVI C,1
LOOP: MOV A,B
 CMP C
 JNZ BAD
 DCR D
 JZ OUT1
 
 JMP LOOP
OUT1: XRA A
 RET
BAD: MVI A,1
 RET
