;! cpu: 8080
; Three numbers in three registers, and their sum.
        ORG  0100H
START:  MVI  A,30       ; 30 into A,
        MOV  B,A        ; and a copy into B
        MVI  A,12
        MOV  C,A        ; 12 into C
        ADD  B          ; A is 12 + 30
        ADD  C          ; and 12 more
        RET
