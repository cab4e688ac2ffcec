; wrong
;! routine: W_LISTS
;! cpu: 8080
;! org: 0100H
;! in: BC = x
;! out: A = y
;! clobbers: B, C, D, E, F
;! ensures: y = 0
;! at: LOOP: DE = p, B = n
;! invariant: p = [n = n, n <> n]
;! decreases: n
W_LISTS: LXI D,0001H
LOOP: MOV A,D
 ORA A
 RNZ
 MOV A,B
 ORA A
 RZ
 DCR B
 MOV A,B
 CPI 12H
 JNZ LOOP
 MOV A,C
 CPI 34H
 JNZ LOOP
 LXI D,0100H
 JMP LOOP
