;! routine: MIN
;! cpu: 6502
;! org: $0300
;! in: A = x, (N) = y
;! out: A = m
;! clobbers: P
;! ensures: m = min(x, y)
;! title: The smaller of two unsigned bytes
N       EQU $80
MIN:      CMP N
          BCC .done
          LDA N
.done:    RTS
