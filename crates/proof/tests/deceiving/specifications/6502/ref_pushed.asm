; reference: PHP, PLA: bits 4 and 5 are set, D clear, I set, others from input
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = x
;! out: A = z
;! clobbers: P
R:      CLC
        CLV
        LDA #0
        PHP
        PLA
        RTS
