; holds: the product in the place of the multiplier
;! routine: RT
;! cpu: 6502
;! org: 0300H
;! in: A = x, (YY) = y
;! out: A = p.0, X = p.1
;! clobbers: P, (YY), (XX)
;! ensures: p = x * y
YY      EQU  10H
XX      EQU  11H
RT:     STA  XX
        LDA  #0
        LDX  #8
        LSR  YY
NEXT:   BCC  ZERO
        CLC
        ADC  XX
ZERO:   ROR  A
        ROR  YY
        DEX
        BNE  NEXT
        TAX
        LDA  YY
        RTS
