; wrong: the output overlaps the input, whose first byte is lost
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: (X:2) = x
;! out: (X:2) = z
;! clobbers: A
;! same-as: ref_word.asm
R:      LDA X
        STA X+1
        LDA X+1
        STA X
        RET
X:      DS 2
