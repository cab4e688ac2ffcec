; holds: same_text_other_field_right
;! routine: RR
;! cpu: 8080
;! org: 0100H
;! in: B = b, C = c
;! out: A = y
;! clobbers: B, C, D, F
;! requires: b > 0 and c > 0
;! ensures: y = 0
;! at: ONE: B = i, D = v
;! invariant: 0 < i
;! invariant: i <> 0 implies v = 0
;! decreases: 1, i
;! at: TWO: C = i, A = v
;! invariant: 0 < i
;! invariant: i <> 0 implies v = 0
;! decreases: 0, i
RR:     MVI D,0
        MVI A,0
ONE:    DCR B
        JNZ ONE
TWO:    DCR C
        JNZ TWO
        RET
