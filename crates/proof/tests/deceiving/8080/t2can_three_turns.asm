; wrong: three turns in place of four
;! routine: T2CAN
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B, C, D, E, F
;! oracle: f2_canonical
; Figure 2: four turns, a reflection, four turns; DE is the least word so far. Four
; turns restore the board. TAB1 is Table 1: rotates bits 0 2 4 6 left by 4, bits 3 and
; 7 by 2, bits 1 and 5 by 6. The byte rotates left by 2 three times; bits with a
; shorter distance join later.
T2CAN:  MOV D,H
        MOV E,L
        CALL FOUR
        MOV A,L
        CALL TAB1
        MOV L,A
        MOV A,H
        CALL TAB1
        MOV H,A
        CALL FOUR
        XCHG
        RET
FOUR:   MVI C,3
TURN:   XRA A
        DAD H           ; HL left, its top bit to the carry,
        RAL             ; the carry into A: four times
        DAD H
        RAL
        DAD H
        RAL
        DAD H
        RAL
        ORA L
        MOV L,A
        SUB E           ; HL - DE
        MOV A,H
        SBB D
        JNC NEXT
        MOV D,H
        MOV E,L
NEXT:   DCR C
        JNZ TURN
        RET

TAB1:   MOV B,A         ; save the byte
        RLC
        RLC
        XRA B           ; A from the rotated byte where the mask is 1,
        ANI 0AAH        ; else from the original: bits 0 2 4 6 start over
        XRA B
        RLC
        RLC
        XRA B
        ANI 77H         ; bits 3 and 7 start over
        XRA B
        RLC
        RLC
        RET
