;! routine: PARITY
;! cpu: 6502
;! org: 0200H
;! title: Tells whether a byte has an odd number of set bits
;! in: A = x
;! out: C = odd
;! clobbers: A, X, Y, P
;! ensures: odd = popcount(x) mod 2
;! cycles: 21-99
PARITY: LDY  #0
NEXT:   ASL  A
        BCC  ZERO
        INY
ZERO:   TAX             ; sets Z
        BNE  NEXT
        TYA
        LSR  A
        RTS
