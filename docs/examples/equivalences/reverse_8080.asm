;! routine: REVERSE
;! cpu: 8080
;! org: 0100H
;! title: Reverses the bits of a byte by exchanging halves
;! in: A = x
;! out: A = y
;! clobbers: B, C, F
;! same-as: ../specifications/reverse.asm
;! cycles: 116
REVERSE:MOV  B,A        ; neighboring bits
        ANI  55H
        ADD  A
        MOV  C,A
        MOV  A,B
        RRC
        ANI  55H
        ORA  C
        MOV  B,A        ; pairs
        ANI  33H
        ADD  A
        ADD  A
        MOV  C,A
        MOV  A,B
        RRC
        RRC
        ANI  33H
        ORA  C
        RLC             ; nibbles
        RLC
        RLC
        RLC
        RET
