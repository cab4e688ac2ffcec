;! routine: LOOP1
;! cpu: 6502
;! org: 0200H
;! title: Adds the numbers from 1 to n
;! in: X = n
;! out: A = y
;! clobbers: X, Y, P, (TEMP:4)
;! requires: n > 0
;! ensures: y = n * (n + 1) / 2 mod 256
; n + ... + 2 + 1 is the same sum.
TEMP    = $22           ; four bytes for what you like
LOOP1:
        ; Your instructions come here.
        RTS
