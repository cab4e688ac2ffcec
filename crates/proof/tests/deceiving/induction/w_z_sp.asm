; wrong
;! routine: W_Z_SP
;! cpu: z80
;! org: 8000H
;! in: BC = x
;! out: A = y
;! clobbers: DE, HL, F
;! ensures: y = 0
;! at: LL
;! decreases: 0
;! at: MM
;! invariant: x = 1234H
;! decreases: 1
W_Z_SP: LD HL,0
 ADD HL,SP
 CALL TEST
 JR NZ,S1
 DEC HL
 DEC HL
S1: LD SP,HL
 CALL TEST
 JR NZ,LL
 JP MM
MM: POP DE
 JP LL
LL: CALL TEST
 JR NZ,OK
 INC SP
 INC SP
OK: LD A,0
 RET
TEST: LD A,B
 CP 12H
 RET NZ
 LD A,C
 CP 34H
 RET
