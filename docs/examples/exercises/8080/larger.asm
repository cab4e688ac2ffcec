;! routine: LARGER
;! cpu: 8080
;! org: 0100H
;! title: Returns the larger of two bytes
;! in: A = x, B = y
;! out: A = z
;! clobbers: B, C, D, E, H, L, F
;! ensures: z = max(x, y)
; A comparison, and a branch around one instruction.
LARGER:
        ; Your instructions come here.
        RET
