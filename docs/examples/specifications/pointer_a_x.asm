;! routine: LENGTH
;! cpu: 6502
;! org: $0200
;! title: Returns the length of a text that ends with 0, for cc65
;! in: A/X -> text:8
;! out: A/X = length
;! clobbers: P, Y, (PTR:2)
;! requires: any(i in 0..8: text[i] = 0)
;! ensures: length < 8 and all(i in 0..8: i < length implies text[i] <> 0) and text[length] = 0
; unsigned length(const char *text), as cc65 calls it: the pointer in A (low) and X (high).
PTR     =    $FB
LENGTH: STA  PTR
        STX  PTR+1
        LDY  #0
NEXT:   LDA  (PTR),Y
        BEQ  DONE
        INY
        BNE  NEXT
DONE:   TYA
        LDX  #0
        RTS
