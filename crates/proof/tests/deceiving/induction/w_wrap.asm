; wrong
;! routine: WR
;! cpu: 8080
;! org: 0100H
;! in: BC = x
;! out: A = y
;! clobbers: B, C, F
;! ensures: y = 0
;! at: LOOP: B = n
;! decreases: (n - 1) mod 256
WR:     MVI A,0
        MOV A,C
        CPI 77H
        MVI A,0
        RNZ
LOOP:   DCR B
        JMP LOOP
