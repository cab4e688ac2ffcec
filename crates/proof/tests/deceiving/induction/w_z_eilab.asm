; wrong
;! routine: W_Z_EILAB
;! cpu: z80
;! org: 8000H
;! in: BC = x
;! out: A = y
;! clobbers: B, F, IFF
;! ensures: y = 0
;! at: LOOP: B = n
;! decreases: n
W_Z_EILAB: XOR A
 EI
LOOP: LD A,B
 OR A
 RET Z
 DEC B
 JP LOOP
