;! routine: ROOT
;! cpu: 8080
;! org: 0100H
;! title: Returns the square root of a byte, rounded down
;! in: A = x
;! out: A = r
;! clobbers: B, C, D, E, H, L, F
;! ensures: r * r <= x < (r + 1) * (r + 1)
; Subtract 1, 3, 5, 7 and so on. How often is that possible?
ROOT:
        ; Your instructions come here.
        RET
