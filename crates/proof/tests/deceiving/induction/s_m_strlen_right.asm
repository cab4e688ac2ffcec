; holds: m_strlen_right
;! routine: RR
;! cpu: 6502
;! org: $0200
;! in: (PTR) -> text:16
;! out: Y = length
;! clobbers: A, P
;! ensures: all(i in 0..16: i < length implies text[i] <> 0)
;! ensures: length = 16 or text[length] = 0
;! at: NEXT: Y = i
;! invariant: i < 16
;! invariant: all(j in 0..16: j < i implies text[j] <> 0)
;! decreases: 16 - i
PTR     = $FB
RR:     LDY #0
NEXT:   LDA (PTR),Y
        BEQ DONE
        INY
        CPY #16
        BNE NEXT
DONE:   RTS
