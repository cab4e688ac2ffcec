; wrong
;! routine: W_SELFCODE
;! cpu: 8080
;! org: 0100H
;! in: BC = x
;! out: A = y
;! clobbers: B, F, (TAB)
;! ensures: y = 0
;! at: LOOP: B = n
;! decreases: n
W_SELFCODE: NOP
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
 MVI A,76H
 STA TAB
TAB: NOP
 JMP LOOP
