        INCLUDE "page.inc"
        ORG $0300

;! in: (COUNT) = n
;! out: (COUNT) = m
;! clobbers: A, P
;! ensures: m = (n + 2) mod 256
;! cycles: <= 16
NEXT:   LDA COUNT
        CLC
        ADC #STEP
        STA COUNT
        RTS
