;! cpu: 8080
; A byte in the register A, and what happens at its end.
        ORG  0100H
START:  MVI  A,40       ; the number 40 into A
        ADI  2          ; add 2
        ADI  214        ; 256 does not fit into a byte
        RET
