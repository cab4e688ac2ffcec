;! routine: FASTER1
;! cpu: 8080
;! org: 0100H
;! title: Returns 10 times a byte in at most 35 cycles
;! in: A = x
;! out: A = y
;! clobbers: B, C, D, E, H, L, F
;! ensures: y = 10 * x mod 256
;! cycles: <= 35
; 10 is 8 + 2.
FASTER1:
        ; Your instructions come here.
        RET
