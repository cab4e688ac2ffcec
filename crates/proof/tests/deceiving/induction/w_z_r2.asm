; wrong
;! routine: W_Z_R2
;! cpu: z80
;! org: 8000H
;! in: BC = x
;! out: A = y
;! clobbers: F, R
;! ensures: y = 7
;! at: LL
;! decreases: 0
W_Z_R2: LD A,-10
 LD R,A
 LD A,B
 CP 12H
 JR NZ,S2
 NOP
 NOP
S2: NOP
LL: LD A,R
 AND 7FH
 RET
