; wrong: copies four bytes: three
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> a:4, DE -> b:4
;! out: DE -> b:4
;! clobbers: A, F, B, H, L, D, E
;! ensures: b = a
R:      MVI B,3
LP:     MOV A,M
        STAX D
        INX H
        INX D
        DCR B
        JNZ LP
        RET
