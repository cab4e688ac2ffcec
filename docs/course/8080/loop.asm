;! cpu: 8080
; 3 + 2 + 1.
        ORG  0100H
START:  MVI  A,0        ; the sum so far
        MVI  B,3        ; the number to add
NEXT:   ADD  B
        DCR  B          ; the next smaller number; 0 sets Z
        JNZ  NEXT       ; not zero: another round
        RET
