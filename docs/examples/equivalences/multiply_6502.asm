;! routine: MUL8
;! cpu: 6502
;! org: 0200H
;! title: The multiplication for the 6502, which shifts the product right
;! in: A = x, (FACTOR) = y
;! out: A = product.1, (PROD) = product.0
;! clobbers: X, P
;! same-as: ../specifications/multiply.asm
;! cycles: 137-169
FACTOR  = $20
PROD    = $21
MUL8:   STA  PROD
        LDA  #0
        LDX  #8
        LSR  PROD
NEXT:   BCC  ZERO
        CLC
        ADC  FACTOR
ZERO:   ROR  A
        ROR  PROD
        DEX
        BNE  NEXT
        RTS
