; Returns the larger of A and B.
        CPU  Z80
        ORG  8000H
LARGER: CP   B
        RET  NZ,NC
        LDA  B
        RET
