; wrong: same_text_old
;! routine: RR
;! cpu: 8080
;! org: 0100H
;! in: B = b, C = c
;! out: A = y
;! clobbers: B, C, D, F
;! requires: b > 0 and c > 0
;! ensures: y = b
;! at: ONE: B = i, D = v
;! invariant: 0 < i and v = b
;! decreases: 1, i
;! at: TWO: C = i, A = v
;! invariant: 0 < i and v = b
;! decreases: 0, i
RR:     MOV D,B
        MOV A,B
ONE:    DCR B
        JNZ ONE
        ADI 1
TWO:    DCR C
        JNZ TWO
        RET
