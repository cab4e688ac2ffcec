; holds: by pointers
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> x, DE -> z
;! out: DE -> z
;! clobbers: A, HL
;! same-as: ref_word.asm
R:      MOV A,M
        INX D
        STAX D
        DCX D
        INX H
        MOV A,M
        STAX D
        RET
