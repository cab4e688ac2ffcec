; unproven
;! routine: MID
;! cpu: 8080
;! org: 0100H
;! in: B = x
;! out: A = y
;! clobbers: B, F
;! ensures: y = x
;! at: DATA: B = n
;! invariant: n = 9
;! decreases: n
MID:    MOV A,B
        RET
        DB 1
DATA:   DB 7
