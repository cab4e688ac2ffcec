; wrong: the greater signed one: one not converted
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x, B = y
;! out: A = z
;! clobbers: F, B, C
;! ensures: signed(z) = max(signed(x), signed(y))
R:      MOV C,A
        XRI 80H
        MOV A,B
        JM POS
POS:    MOV A,B
        XRI 80H
        MOV B,A
        MOV A,C
        CMP B
        MOV A,C
        RNC
        MOV A,B
        XRI 80H
        RET
