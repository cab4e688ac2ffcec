;! routine: ABS
;! cpu: 6502
;! org: $0300
;! in: A = x
;! out: A = y
;! clobbers: P
;! ensures: y = abs(signed(x)) mod 256
;! title: The absolute value of a signed byte
ABS:      ORA #0
          BPL .done
          EOR #$FF
          CLC
          ADC #1
.done:    RTS
