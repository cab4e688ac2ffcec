; unproven
;! routine: W_NAMED
;! cpu: 8080
;! org: 0100H
;! in: HL -> a:8, BC = x
;! out: A = y
;! clobbers: B, F
;! ensures: y = 0
;! at: LOOP: B = n, (a:8) = now
;! decreases: n
W_NAMED: NOP
LOOP: MOV A,B
 ORA A
 RZ
 DCR B
 JMP LOOP
