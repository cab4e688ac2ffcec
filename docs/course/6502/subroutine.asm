;! cpu: 6502
; Four times a number, by two calls.
        ORG  $0200
START:  LDA  #3
        JSR  DOUBLE
        JSR  DOUBLE
        RTS
; Doubles A.
DOUBLE: ASL  A
        RTS
