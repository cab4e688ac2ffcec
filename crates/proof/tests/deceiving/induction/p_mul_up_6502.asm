; holds: the counter counts up
;! routine: R
;! cpu: 6502
;! org: 0300H
;! in: (X1:2) = x, (Y1:2) = y
;! out: (PROD:4) = p
;! clobbers: A, X, P, (Y1:2)
;! ensures: p = x * y
;! at: LOOP: X = n, (Y1:2) = m, (PROD:4) = s
;! invariant: n < 16
;! invariant: m = (y << n) mod 65536
;! invariant: s = x * (y >> 16 - n)
;! decreases: 16 - n
X1      = 80H
Y1      = 82H
PROD    = 84H
R:      LDA #0
        STA PROD
        STA PROD+1
        STA PROD+2
        STA PROD+3
        TAX
LOOP:   ASL PROD
        ROL PROD+1
        ROL PROD+2
        ROL PROD+3
        ASL Y1
        ROL Y1+1
        BCC NEXT
        CLC
        LDA PROD
        ADC X1
        STA PROD
        LDA PROD+1
        ADC X1+1
        STA PROD+1
        BCC NEXT
        INC PROD+2
        BNE NEXT
        INC PROD+3
NEXT:   INX
        CPX #16
        BNE LOOP
        RTS
