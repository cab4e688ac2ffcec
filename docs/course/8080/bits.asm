;! cpu: 8080
; Takes a byte apart: the lower four bits into B, the upper four into C.
        ORG  0100H
START:  MVI  A,0B6H     ; 1011 0110
        MOV  C,A
        ANI  0FH        ; the mask 0000 1111 keeps four bits
        MOV  B,A
        MOV  A,C
        RRC             ; all bits one place to the right, four times
        RRC
        RRC
        RRC
        ANI  0FH
        MOV  C,A
        RET
