;! routine: ADDBYTE
;! cpu: 6502
;! org: 0200H
;! title: CLC is missing: the sum depends on the carry on entry
;! in: A = n, (SUM:2) = total
;! out: (SUM:2) = total
;! clobbers: A, P
;! ensures: total = (old(total) + n) mod 65536
SUM     = $20
ADDBYTE:ADC  SUM
        STA  SUM
        BCC  DONE
        INC  SUM+1
DONE:   RTS
