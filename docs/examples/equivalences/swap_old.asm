;! routine: SWAP
;! cpu: 8080
;! org: 0100H
;! title: Exchanges the nibbles of a byte; no specification
;! in: A = x
;! out: A = y
;! clobbers: CY
SWAP:   RLC
        RLC
        RLC
        RLC
        RET
