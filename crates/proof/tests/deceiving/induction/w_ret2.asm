; wrong
;! routine: W_RET2
;! cpu: 8080
;! org: 0100H
;! in: BC = x
;! out: A = y
;! clobbers: B, D, E, H, L, F
;! ensures: y = 0
;! at: LOOP: B = n, D = q
;! invariant: q = 0
;! decreases: n
W_RET2: MVI D,0
LOOP: MOV A,B
 ORA A
 RZ
 DCR B
 MOV A,C
 CPI 34H
 JNZ LOOP
 MOV A,B
 CPI 12H
 JNZ LOOP
 POP H
 INX H
 PUSH H
 JMP LOOP
