; wrong
;! routine: W_DNEG
;! cpu: 8080
;! org: 0100H
;! in: BC = x
;! out: A = y
;! clobbers: A, B, C, D, E, F
;! ensures: y = 0
;! at: LOOP: B = a, C = b, D = d
;! invariant: a = b
;! invariant: d - 20 < 0
;! decreases: d
W_DNEG: MVI D,9
 MVI B,1
 MVI C,1
LOOP: MOV A,B
 CMP C
 JNZ BAD
 DCR D
 JZ OUT1
 INR D
 JMP LOOP
OUT1: XRA A
 RET
BAD: MVI A,1
 RET
