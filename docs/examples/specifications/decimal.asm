;! routine: BINBCD
;! cpu: 8080
;! org: 0100H
;! title: Converts a byte to three decimal digits
;! in: A = n
;! out: HL = digits
;! clobbers: A, B, E, F
;! ensures: digits = n / 100 << 8 | n / 10 mod 10 << 4 | n mod 10
;! cycles: 520
BINBCD: MOV  E,A
        LXI  H,0
        MVI  B,8
NEXT:   MOV  A,E
        RAL
        MOV  E,A
        MOV  A,L        ; doubles the digits and adds the bit
        ADC  A
        DAA
        MOV  L,A
        MOV  A,H
        ADC  A
        MOV  H,A
        DCR  B
        JNZ  NEXT
        RET
