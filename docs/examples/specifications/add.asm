;! routine: ADDBYTE
;! cpu: 6502
;! org: 0200H
;! title: Adds a byte to a word
;! in: A = n, (SUM:2) = total
;! out: (SUM:2) = total
;! clobbers: A, P
;! ensures: total = (old(total) + n) mod 65536
;! cycles: 17-21
SUM     = $20
ADDBYTE:CLC
        ADC  SUM
        STA  SUM
        BCC  DONE
        INC  SUM+1
DONE:   RTS
