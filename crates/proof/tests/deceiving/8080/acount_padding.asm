; holds: the unused bits of a row are 0, so masking them is superfluous
;! routine: ACOUNT
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: B = x, D = o, A = free
;! clobbers: C, E, F
;! oracle: ataxx_count
; XOR with AAH turns each cell of x into 11, with 55H each of o, with FFH each free
; one. Adding halves counts them in a byte. The unused cell of each row counts as
; free, so the total is reduced by 7.
ACOUNT: MVI  C,0AAH
        CALL KIND
        PUSH PSW
        MVI  C,55H
        CALL KIND
        PUSH PSW
        MVI  C,0FFH
        CALL KIND
        SUI  7
        POP  D          ; D = o
        POP  B          ; B = x
        RET
; A = number of cells of the board that XOR with C turns into 11.
KIND:   PUSH H
        MVI  B,14
        MVI  E,0
NEXT:   MOV A,M
        ORI 0
        XRA  C
        MOV  D,A
        RRC
        ANA  D
        ANI  55H        ; 01 for each
        MOV  D,A
        ANI  44H
        RRC
        RRC
        ADD  D
        ANI  33H        ; the count of each pair
        MOV  D,A
        RRC
        RRC
        RRC
        RRC
        ADD  D
        ANI  7          ; of both
        ADD  E
        MOV  E,A
        INX  H
        DCR  B
        JNZ  NEXT
        POP  H
        RET
