;! routine: SWAP
;! cpu: 6502
;! org: 0200H
;! title: Exchanges the nibbles of a byte without a second one
;! in: A = x
;! out: A = y
;! clobbers: P
;! same-as: swap_old.asm
;! cycles: 18
SWAP:   ASL  A
        ADC  #$80       ; rotates by two bits
        ROL  A
        ASL  A
        ADC  #$80
        ROL  A
        RTS
