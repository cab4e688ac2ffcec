; Prints a greeting and a digit, under CP/M. greeting.com is this program assembled.
        CPU     8080
        ORG     100H
        LXI     D,HELLO
        CALL    PRINT
        LDA     COUNT
        ADI     '0'
        MOV     E,A
        MVI     C,2
        CALL    5
        JMP     0
PRINT:  MVI     C,9
        JMP     5
COUNT:  DB      7
HELLO:  DB      'Hello, 8080!',13,10,'$'
