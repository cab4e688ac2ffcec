; wrong
;! routine: W_MEM
;! cpu: 8080
;! org: 0100H
;! in: (V) = v, BC = x
;! out: A = y
;! clobbers: B, F
;! ensures: y = 0
;! at: LOOP: B = n
;! decreases: n
V EQU 3000H
W_MEM: NOP
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
 LDA V
 INR A
 STA V
 JMP LOOP
