; wrong: POP PSW does not store bit 3 of the flags
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B, C, F
;! oracle: f2_half
R:      MVI C,0FFH
        PUSH B
        POP PSW
        PUSH PSW
        POP B
        MOV A,C
        ANI 8
        RZ
        MOV A,H
        MOV H,L
        MOV L,A
        RET
