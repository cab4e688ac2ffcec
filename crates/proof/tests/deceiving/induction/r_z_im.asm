; holds
;! routine: R_Z_IM
;! cpu: z80
;! org: 8000H
;! in: BC = x
;! out: A = y
;! clobbers: B, F, IM
;! ensures: y = 0
;! at: LOOP: B = n
;! decreases: n
R_Z_IM:

LOOP: LD A,B
 OR A
 JR Z,FIN
 DEC B
 LD A,B
 CP 12H
 JR NZ,SK
 LD A,C
 CP 34H
 JR NZ,SK
 IM 1
SK: NOP
 JP LOOP
FIN: NOP

 RET
