;! routine: STRLEN
;! cpu: 6502
;! org: 0200H
;! title: Returns the length of a text that ends with 0, at most 16
;! in: (PTR) -> text:16
;! out: Y = length
;! clobbers: A, P
;! ensures: length <= 16 and all(i in 0..16: i < length implies text[i] <> 0)
;! ensures: length = 16 or text[length] = 0
;! cycles: 16-246
PTR     = $FB
STRLEN: LDY  #0
NEXT:   LDA  (PTR),Y
        BEQ  DONE
        INY
        CPY  #16
        BNE  NEXT
DONE:   RTS
