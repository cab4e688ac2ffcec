; wrong
;! routine: W_FLAGAT
;! cpu: 8080
;! org: 0100H
;! in: BC = x
;! out: A = y
;! clobbers: B, F
;! ensures: y = 0
;! at: LOOP: F = f, B = n
;! invariant: bit(f, 0) = false
;! decreases: n
W_FLAGAT: ORA A
LOOP: JC BAD
 MOV A,B
 ORA A
 RZ
 DCR B
 MOV A,C
 CPI 34H
 JNZ L0
 MOV A,B
 CPI 12H
 STC
 JZ LOOP
L0: ORA A
 JMP LOOP
BAD: MVI A,1
 RET
