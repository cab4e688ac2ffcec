;! routine: TABLE1
;! cpu: 6502
;! org: 0200H
;! title: Returns 2 to the power of n, for n up to 7, in at most 16 cycles
;! in: A = n
;! out: A = y
;! clobbers: X, Y, P, (TEMP:4)
;! requires: n <= 7
;! ensures: y = 1 << n
;! cycles: <= 16
; X selects a byte of the table.
TEMP    = $22           ; four bytes for what you like
TABLE1:
        ; Your instructions come here.
        RTS
POWERS: DB   1,2,4,8,16,32,64,128
