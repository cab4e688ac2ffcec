; wrong
;! routine: W_Z_R3
;! cpu: z80
;! org: 8000H
;! in: BC = x
;! out: A = y
;! clobbers: D, F
;! ensures: y = 0
;! at: LL: D = d
;! invariant: d = d
;! decreases: 0
W_Z_R3: LD A,R
 LD D,A
LL: LD A,R
 SUB D
 SUB 3
 RET
