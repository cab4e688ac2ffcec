; wrong: x + 256 is not negative for any x
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: HL = z
;! ensures: signed(z) = signed([x, 1])
R:      MOV L,A
        MVI H,0FFH
        RET
