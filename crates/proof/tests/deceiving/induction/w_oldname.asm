; wrong
;! routine: W_OLDNAME
;! cpu: 8080
;! org: 0100H
;! in: B = n, C = c
;! out: A = y
;! clobbers: B, F
;! ensures: y = n
;! at: LOOP: B = n
;! invariant: n <= old(n)
;! decreases: n
W_OLDNAME: NOP
LOOP: MOV A,B
 ORA A
 RZ
 DCR B
 JMP LOOP
