;! cpu: 8080
; Adds two bytes of memory, and keeps the sum in a third one.
        ORG  0100H
START:  LDA  FIRST      ; the byte at the address FIRST
        LXI  H,SECOND   ; an address into H and L
        ADD  M          ; M is the byte at that address
        INX  H          ; the next address
        MOV  M,A
        RET
FIRST:  DB   30         ; three bytes after the instructions
SECOND: DB   12
SUM:    DB   0
