; wrong: the product has 32 bits
;! routine: R
;! cpu: 6502
;! org: 0300H
;! in: (X1:2) = x, (Y1:2) = y
;! out: (PROD:3) = p
;! clobbers: A, P, (X1:4), (Y1:2)
;! ensures: p = x * y
;! at: LOOP: (X1:4) = a, (PROD:3) = s, (Y1:2) = b
;! invariant: s + a * b = x * y
;! decreases: b
X1      = 80H
Y1      = 84H
PROD    = 86H
R:      LDA #0
        STA PROD
        STA PROD+1
        STA PROD+2
        STA X1+2
        STA X1+3
LOOP:   LDA Y1
        ORA Y1+1
        BEQ DONE
        LSR Y1+1
        ROR Y1
        BCC EVEN
        CLC
        LDA PROD
        ADC X1
        STA PROD
        LDA PROD+1
        ADC X1+1
        STA PROD+1
        LDA PROD+2
        ADC X1+2
        STA PROD+2
EVEN:   ASL X1
        ROL X1+1
        ROL X1+2
        ROL X1+3
        JMP LOOP
DONE:   RTS
