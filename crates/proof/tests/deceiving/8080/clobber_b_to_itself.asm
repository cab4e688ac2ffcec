; holds: B is changed and restored by INR, DCR
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
R:      INR B
        DCR B
        MOV A,H
        MOV H,L
        MOV L,A
        RET
