; wrong: copies n bytes: 256 for 0
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> a:4, DE -> b:4, B = n
;! out: DE -> b:4
;! clobbers: A, F, B, H, L, D, E
;! requires: n <= 4
;! ensures: all(i in 0..4: b[i] = (if i < n then a[i] else old(b)[i]))
R:      MOV A,M
        STAX D
        INX H
        INX D
        DCR B
        JNZ R
        RET
