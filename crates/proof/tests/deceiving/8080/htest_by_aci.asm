; holds: 32 added with ADI, ACI
;! routine: HTEST
;! cpu: 8080
;! org: 0100H
;! in: A = square, HL -> board
;! out: A = content
;! clobbers: B, C, D, F
;! oracle: halma_test
; The board: 32 bytes occupied, 32 bytes color (1 = black, 0 = white or empty), 19
; bytes squares of White's pieces, 19 bytes squares of Black's.
HTEST:  PUSH H
        CALL HBIT
        MOV D,A
        ANA M
        JZ HTOLD        ; empty: A = 0
        LXI B,32
        MOV A,L
        ADI 32
        MOV L,A
        MOV A,H
        ACI 0
        MOV H,A           ; the same byte of color
        MOV A,D
        ANA M
        MVI A,1
        JZ HTOLD
        INR A
HTOLD:  POP H
        RET
; HL = address of the byte with element A in the set at HL, A = mask of its bit.
HBIT:   MOV D,A
        RRC
        RRC
        RRC
        ANI 1FH         ; element div 8
        ADD L
        MOV L,A
        JNC HPAGE
        INR H
HPAGE:  MOV A,D
        ANI 7
        MOV D,A         ; element mod 8
        MVI A,80H
HTURN:  RLC             ; once for bit 0
        DCR D
        JP HTURN
        RET
