;! routine: CRC8
;! cpu: 6502
;! org: 0200H
;! title: Adds a byte to a CRC-8 (polynomial 07)
;! in: A = crc, (DATA) = data
;! out: A = next
;! clobbers: X, P
;! ensures: next = fold(c = crc ^ data, i in 0..8: (c << 1 ^ 7 * bit(c, 7)) mod 256)
;! cycles: 90-98
DATA    = $20
CRC8:   EOR  DATA
        LDX  #8
NEXT:   ASL  A
        BCC  ZERO
        EOR  #7
ZERO:   DEX
        BNE  NEXT
        RTS
