; holds
;! routine: R_PCHL
;! cpu: 8080
;! org: 0100H
;! in: BC = x
;! out: A = y
;! clobbers: B, D, E, H, L, F
;! ensures: y = 0
;! at: LOOP: B = n
;! decreases: n
R_PCHL: POP H
LOOP: MOV A,B
 ORA A
 JZ FIN
 DCR B
 JMP LOOP
FIN: PCHL
