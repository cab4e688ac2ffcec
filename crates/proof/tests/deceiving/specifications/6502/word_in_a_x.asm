; holds: a word is returned in A and X
;! routine: TEST
;! cpu: 6502
;! org: $0200
;! in: A/X = n
;! out: A/X = m
;! clobbers: P
;! ensures: m = (n + 1) mod 65536
TEST:   CLC
        ADC  #1
        BCC  DONE
        INX
DONE:   RTS
