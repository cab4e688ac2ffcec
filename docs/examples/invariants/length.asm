;! routine: STRLEN
;! cpu: 6502
;! org: $0200
;! title: Returns the length of a text that ends with 0, at most 64
;! in: (PTR) -> text:64
;! out: Y = length
;! clobbers: A, P
;! ensures: all(i in 0..64: i < length implies text[i] <> 0)
;! ensures: length = 64 or text[length] = 0
;! at: NEXT: Y = i
;! invariant: i < 64
;! invariant: all(j in 0..64: j < i implies text[j] <> 0)
;! decreases: 64 - i
PTR     = $FB
STRLEN: LDY #0
NEXT:   LDA (PTR),Y
        BEQ DONE
        INY
        CPY #64
        BNE NEXT
DONE:   RTS
