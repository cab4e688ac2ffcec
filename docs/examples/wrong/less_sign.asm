;! routine: LESS
;! cpu: 6502
;! org: 0200H
;! title: Takes the sign of the difference, which is wrong if the difference overflows
;! in: A = x, (OTHER) = y
;! out: C = less
;! clobbers: A, P
;! ensures: less = (signed(x) < signed(y))
OTHER   = $20
LESS:   SEC
        SBC  OTHER
        ASL  A          ; the sign
        RTS
