; Returns the larger of A and B.
        CPU  Z80
        ORG  8000H
LARGER: CP   B          ; A minus B, only for the flags
        RET  NC         ; no borrow: A is not less
        LD   A,B
        RET
