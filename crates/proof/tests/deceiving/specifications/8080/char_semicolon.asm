; holds: a semicolon in quotes begins no comment
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! ensures: z = ';' ; comment
R:      MVI A,3BH
        RET
