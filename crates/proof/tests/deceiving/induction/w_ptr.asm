; wrong
;! routine: W_PTR
;! cpu: 8080
;! org: 0100H
;! in: HL -> a:8, BC = x
;! out: A = y
;! clobbers: B, F
;! ensures: y = 0
;! at: LOOP: B = n
;! decreases: n
W_PTR: NOP
LOOP: MOV A,B
 ORA A
 RZ
 DCR B
 MOV A,B
 CPI 12H
 JNZ LOOP
 MOV A,C
 CPI 34H
 JNZ LOOP
 INR M
 JMP LOOP
