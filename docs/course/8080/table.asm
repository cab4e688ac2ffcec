;! cpu: 8080
; The square of 7, from a table.
        ORG  0100H
START:  MVI  A,7
        LXI  H,SQUARES  ; the address of the table
        MVI  B,0        ; A as a number of two bytes, in B and C
        MOV  C,A
        DAD  B          ; HL + BC
        MOV  A,M
        RET
SQUARES:DB   0,1,4,9,16,25,36,49,64,81,100,121,144,169,196,225
