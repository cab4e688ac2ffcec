; wrong
;! routine: W_JMP
;! cpu: 8080
;! org: 0100H
;! in: BC = x
;! out: A = y
;! clobbers: B, F, H, L
;! ensures: y = 0
;! at: LOOP: B = n
;! decreases: n
W_JMP: NOP
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
 LXI H,0107H
 PCHL
