;! routine: STRLEN
;! cpu: 6502
;! org: 0200H
;! title: Reads one byte past the end of the buffer
;! in: (PTR) -> text:16
;! out: Y = length
;! clobbers: A, P
;! ensures: length <= 16 and all(i in 0..16: i < length implies text[i] <> 0)
;! ensures: length = 16 or text[length] = 0
PTR     = $FB
STRLEN: LDY  #0
NEXT:   LDA  (PTR),Y
        BEQ  DONE
        INY
        CPY  #17
        BNE  NEXT
DONE:   RTS
