; wrong
;! routine: W_Z_Q
;! cpu: z80
;! org: 8000H
;! in: BC = x
;! out: A = y
;! clobbers: F, B
;! ensures: y = 0
;! at: LL: B = n
;! decreases: n
W_Z_Q: XOR A
LL: SCF
 PUSH AF
 DEC B
 POP DE
 JP NZ,LL
 XOR A
 RET
