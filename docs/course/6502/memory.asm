;! cpu: 6502
; Adds two bytes of memory, and keeps the sum in a third one.
        ORG  $0200
START:  LDA  FIRST      ; the byte at the address FIRST
        LDX  #1
        CLC
        ADC  FIRST,X    ; the byte at FIRST + X
        INX             ; the next one
        STA  FIRST,X
        RTS
FIRST:  DB   30         ; three bytes after the instructions
SECOND: DB   12
SUM:    DB   0
