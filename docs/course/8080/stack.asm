;! cpu: 8080
; Keeps two numbers while other code uses their registers.
        ORG  0100H
START:  LXI  B,1234H    ; 12 into B, 34 into C
        LXI  D,5678H
        PUSH B          ; two bytes on the stack
        PUSH D          ; and two more
        LXI  B,0        ; B, C, D and E are used for something else
        LXI  D,0
        POP  D          ; last in, first out
        POP  B
        RET
