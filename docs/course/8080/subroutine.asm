;! cpu: 8080
; Four times a number, by two calls.
        ORG  0100H
START:  MVI  A,3
        CALL DOUBLE
        CALL DOUBLE
        RET
; Doubles A.
DOUBLE: ADD  A
        RET
