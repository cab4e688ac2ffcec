; wrong: CMP #0 always sets the carry
;! routine: HISIN
;! cpu: 6502
;! org: $0300
;! in: A = element, (PTR) -> set
;! out: C = member
;! clobbers: A, X, Y, P
;! oracle: halma_is_in
; Element e is bit e mod 8 of byte e div 8.
PTR     EQU $10
HISIN:  JSR HBIT
        AND (PTR),Y
        CMP #0          ; carry unless 0
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
