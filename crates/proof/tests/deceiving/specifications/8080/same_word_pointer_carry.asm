; wrong: INR E instead of INX D
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> x, DE -> z
;! out: DE -> z
;! clobbers: A, HL, F
;! same-as: ref_word.asm
R:      MOV A,M
        INR E
        STAX D
        DCR E
        INX H
        MOV A,M
        STAX D
        RET
