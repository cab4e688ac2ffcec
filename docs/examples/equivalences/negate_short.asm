;! routine: NEGATE
;! cpu: 8080
;! org: 0100H
;! title: Negates a word with one byte less
;! in: HL = x
;! out: HL = y
;! clobbers: A, F
;! same-as: negate.asm
;! cycles: 36
NEGATE: XRA  A
        SUB  L
        MOV  L,A
        SBB  A          ; the borrow
        SUB  H
        MOV  H,A
        RET
