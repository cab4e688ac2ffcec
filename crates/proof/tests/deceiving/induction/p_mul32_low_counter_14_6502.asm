; wrong: fourteen rounds
;! routine: R
;! cpu: 6502
;! org: 0300H
;! in: (X1:2) = x, (Y1:2) = y
;! out: (PROD:4) = p
;! clobbers: A, X, P, (X1:4), (Y1:2)
;! ensures: p = x * y
;! at: LOOP: (X1:4) = a, (PROD:4) = s, (Y1:2) = b, X = n
;! invariant: 0 < n <= 16
;! invariant: a = x << 16 - n
;! invariant: b = y >> 16 - n
;! invariant: s = x * (y - (b << 16 - n))
;! decreases: n
X1      = 80H
Y1      = 84H
PROD    = 86H
R:      LDA #0
        STA PROD
        STA PROD+1
        STA PROD+2
        STA PROD+3
        STA X1+2
        STA X1+3
        LDX #14
LOOP:   LSR Y1+1
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
        LDA PROD+3
        ADC X1+3
        STA PROD+3
EVEN:   ASL X1
        ROL X1+1
        ROL X1+2
        ROL X1+3
        DEX
        BNE LOOP
        RTS
