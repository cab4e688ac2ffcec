; holds
;! routine: R_NEST
;! cpu: 8080
;! org: 0100H
;! in: BC = x
;! out: A = y
;! clobbers: B, C, D, E, F
;! ensures: y = 0
;! at: OU: B = i
;! decreases: i, 256
;! at: INN: B = i, C = j
;! invariant: i > 0
;! decreases: i, j
R_NEST: NOP
OU: MOV A,B
 ORA A
 RZ
 MVI C,3
INN: MOV A,C
 ORA A
 JZ NX
 DCR C
 JMP INN
NX: DCR B
 JMP OU
