; holds
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, B
;! oracle: f2_half
; converts the low nibble of L to an ASCII hexadecimal digit with DAA, and back
R:      MOV  A,L
        ANI  0FH
        ADI  90H
        DAA
        ACI  40H
        DAA
        SUI  '0'
        CPI  10
        JC   DIGIT
        SUI  7
DIGIT:  MOV  B,A
        MOV  A,L
        ANI  0F0H
        ORA  B
        MOV  L,H
        MOV  H,A
        RET
