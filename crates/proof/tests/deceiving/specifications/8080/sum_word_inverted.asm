; wrong: sum of three bytes: inverted
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> t:3
;! out: DE = s
;! clobbers: A, F, B, H, L
;! ensures: s = sum(i in 0..3: t[i])
R:      LXI D,0
        MVI B,3
LP:     MOV A,M
        ADD E
        MOV E,A
        JC SK
        INR D
SK:     INX H
        DCR B
        JNZ LP
        RET
