; holds
;! routine: EC
;! cpu: 8080
;! org: 0100H
;! in: B = x
;! out: A = y
;! clobbers: B, F
;! ensures: y = 0
;! at: EC: B = n
;! invariant: n <= x
;! decreases: n
EC:     MOV A,B
        ORA A
        RZ
        DCR B
        JMP EC
