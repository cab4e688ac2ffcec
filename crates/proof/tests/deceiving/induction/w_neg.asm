; wrong
;! routine: WR
;! cpu: 8080
;! org: 0100H
;! in: BC = x
;! out: A = y
;! clobbers: B, C, F
;! ensures: y = 0
;! at: LOOP: B = n, C = c
;! decreases: 1, n / c, 0 - n
WR:     MOV A,C
        CPI 77H
        MVI A,0
        RNZ
LOOP:   INR B
        MVI C,0
        JMP LOOP
