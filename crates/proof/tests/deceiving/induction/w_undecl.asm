; unproven
;! routine: W_UNDECL
;! cpu: 8080
;! org: 0100H
;! in: BC = x
;! out: A = y
;! clobbers: B, F, H, L
;! ensures: y = 0
;! at: LOOP: B = n
;! decreases: n
W_UNDECL: LDA 3000H
 MOV L,A
LOOP: MOV A,B
 ORA A
 JZ FIN
 DCR B
 LDA 3000H
 CMP L
 JZ LOOP
 MVI A,0
 RET
FIN: LDA 3000H
 SUB L
 RET
