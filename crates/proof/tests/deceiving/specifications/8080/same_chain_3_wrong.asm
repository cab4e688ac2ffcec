; wrong: differs for FF
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: B = x
;! out: B = z
;! clobbers: F
;! same-as: same_chain_2.asm
R:      INR B
        RNZ
        INR B
        RET
