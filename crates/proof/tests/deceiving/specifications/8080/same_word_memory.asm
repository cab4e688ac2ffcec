; holds: in memory
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: (X:2) = x
;! out: (Y:2) = z
;! clobbers: A
;! same-as: ref_word.asm
R:      LDA X
        STA Y+1
        LDA X+1
        STA Y
        RET
X:      DS 2
Y:      DS 2
