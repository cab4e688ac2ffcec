; holds
;! routine: R_OLDNAME
;! cpu: 8080
;! org: 0100H
;! in: B = n, C = c
;! out: B = y
;! clobbers: A, F
;! ensures: y = 0
;! at: LOOP: B = n
;! invariant: n <= old(n)
;! decreases: n
R_OLDNAME: NOP
LOOP: MOV A,B
 ORA A
 RZ
 DCR B
 JMP LOOP
