; wrong
;! routine: W_LISTS2
;! cpu: 8080
;! org: 0100H
;! in: BC = x
;! out: A = y
;! clobbers: B, C, D, E, F
;! ensures: y = 0
;! at: LOOP: DE = p, B = n
;! invariant: p = [0 - (0 - 1), 0] or p = 256
;! decreases: n
W_LISTS2: LXI D,0001H
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
