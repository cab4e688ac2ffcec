;! routine: TABLE2
;! cpu: 8080
;! org: 0100H
;! title: Returns the number of days in month m of a common year, in at most 55 cycles
;! in: A = m
;! out: A = days
;! clobbers: B, C, D, E, H, L, F
;! requires: 1 <= m <= 12
;! ensures: days = if m = 2 then 28 else 30 + (m + m / 8) mod 2
;! cycles: <= 55
; The table is yours: put it after a RET. January is month 1.
TABLE2:
        ; Your instructions come here.
        RET
