;! routine: FASTER2
;! cpu: 8080
;! org: 0100H
;! title: Counts the ones of a byte in at most 180 cycles
;! in: A = x
;! out: A = n
;! clobbers: B, C, D, E, H, L, F
;! ensures: n = popcount(x)
;! cycles: <= 180
; A loop of eight rounds takes about 300. Code without a loop has nothing to count but the ones.
FASTER2:
        ; Your instructions come here.
        RET
