; holds: a list of two bytes has 16 bits
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: HL = z
;! ensures: signed(z) = signed([x, 1])
R:      MOV L,A
        MVI H,1
        RET
