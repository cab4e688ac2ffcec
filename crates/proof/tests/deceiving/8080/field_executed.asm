; wrong: writes RET into its field and calls it, then restores it: data, not the sheet's bytes
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, C, D, E, F
;! oracle: f2_half
; writes RET into its field and calls it, then restores it: data, not the sheet's bytes (unclear)
R:      MOV B,M
        INX H
        MOV C,M
        DCX H
        MVI M,0C9H
        LXI D,S
        PUSH D
        PCHL
S:      MOV M,C
        INX H
        MOV M,B
        DCX H
        RET
