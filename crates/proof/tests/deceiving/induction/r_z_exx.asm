; holds
;! routine: R_Z_EXX
;! cpu: z80
;! org: 8000H
;! in: BC = x
;! out: A = y
;! clobbers: B, C', F
;! ensures: y = 0
;! at: LOOP: B = n
;! decreases: n
R_Z_EXX:

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
 EXX
 LD C,1
 EXX
SK: NOP
 JP LOOP
FIN: NOP

 RET
