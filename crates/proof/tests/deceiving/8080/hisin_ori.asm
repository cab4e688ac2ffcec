; holds: ADI FFH is the same after ORI 0
;! routine: HISIN
;! cpu: 8080
;! org: 0100H
;! in: A = element, HL -> set
;! out: CY = member
;! clobbers: A, D, F
;! oracle: halma_is_in
; Element e is bit e mod 8 of byte e div 8.
HISIN:  PUSH H
        CALL HBIT
        ANA M
        ORI 0
        ADI 0FFH        ; carry unless 0
        POP H
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
