; Sends a byte by one bit of a port. Every bit must last as long as the others, or the receiver misses one.
        CPU     8080
PORT    EQU     10H
        ORG     100H

SEND:   MVI     B,8
BIT:    MOV     A,C
        RRC
        MOV     C,A
        JC      MARK
        XRA     A
        JMP     PUT
MARK:   MVI     A,1
        NOP
;! cycles to PUT: 63
;! requires: B > 1
PUT:    OUT     PORT
        DCR     B
        JNZ     BIT
        RET
