; wrong
;! routine: WR
;! cpu: 8080
;! org: 0100H
;! in: BC = x
;! out: A = y
;! clobbers: B, C, F
;! ensures: y = 0
;! at: LOOP: B = n, C = c
;! decreases: n / c
WR:     MOV A,C
        CPI 77H
        MVI A,0
        RNZ
LOOP:   MVI C,3
        DCR B
        JMP LOOP
