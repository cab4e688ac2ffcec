; holds
;! routine: R_Z_IXD
;! cpu: z80
;! org: 8000H
;! in: BC = x
;! out: A = y
;! clobbers: B, IX, F
;! ensures: y = 0
;! at: LOOP: B = n
;! decreases: n
R_Z_IXD:

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
 INC IX
SK: NOP
 JP LOOP
FIN: NOP

 RET
