; wrong
;! routine: W_KEEPVAL
;! cpu: 8080
;! org: 0100H
;! in: BC = x
;! out: A = y
;! clobbers: B, D, F
;! ensures: y = 5
;! at: LOOP: B = n
;! decreases: n
W_KEEPVAL: MVI D,5
LOOP: DCR B
 INR B
 MOV A,D
 RZ
 DCR B
 MOV A,B
 CPI 12H
 JNZ LOOP
 MOV A,C
 CPI 34H
 JNZ LOOP
 INR D
 JMP LOOP
