; wrong
;! routine: W_Z_EXAF
;! cpu: z80
;! org: 8000H
;! in: BC = x
;! out: A = y
;! clobbers: B, F
;! ensures: y = 0
;! at: LOOP: B = n
;! decreases: n
W_Z_EXAF:

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
 EX AF,AF'
SK: NOP
 JP LOOP
FIN: NOP

 RET
