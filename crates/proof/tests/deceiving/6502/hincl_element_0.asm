; wrong: element 0 is not included
;! routine: HINCL
;! cpu: 6502
;! org: $0300
;! in: A = element, (PTR) -> set
;! out: (PTR) -> set
;! clobbers: A, X, Y, P
;! oracle: halma_incl
; Element e is bit e mod 8 of byte e div 8.
PTR     EQU $10
HINCL:  JSR HBIT
        ORA (PTR),Y
        CMP #1
        BEQ HBIT-1
        STA (PTR),Y
        RTS
; Y = offset of the byte with element A, A = mask of its bit.
HBIT:   PHA
        LSR
        LSR
        LSR
        TAY             ; element div 8
        PLA
        AND #7
        TAX
        LDA BITS,X
        RTS
BITS:   DB 1,2,4,8,16,32,64,128
