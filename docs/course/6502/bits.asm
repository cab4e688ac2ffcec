;! cpu: 6502
; Takes a byte apart: the lower four bits into X, the upper four into Y.
BYTE    = $10
        ORG  $0200
START:  LDA  #$B6       ; 1011 0110
        STA  BYTE
        AND  #$0F       ; the mask 0000 1111 keeps four bits
        TAX
        LDA  BYTE
        LSR  A          ; all bits one place to the right, four times
        LSR  A
        LSR  A
        LSR  A
        TAY
        RTS
