;! routine: TABLE2
;! cpu: 6502
;! org: 0200H
;! title: Returns the number of days in month m of a common year, in at most 16 cycles
;! in: A = m
;! out: A = days
;! clobbers: X, Y, P, (TEMP:4)
;! requires: 1 <= m <= 12
;! ensures: days = if m = 2 then 28 else 30 + (m + m / 8) mod 2
;! cycles: <= 16
; The table is yours: put it after an RTS. January is month 1.
TEMP    = $22           ; four bytes for what you like
TABLE2:
        ; Your instructions come here.
        RTS
