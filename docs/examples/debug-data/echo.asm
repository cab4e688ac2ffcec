; Prints what port 10H reads, up to a zero, at port 11H.
        CPU  8080
        ORG  100H
NEXT:   IN   10H
        ORA  A
        RZ
        OUT  11H
        JMP  NEXT
