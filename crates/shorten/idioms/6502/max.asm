;! routine: MAX
;! cpu: 6502
;! org: $0300
;! in: A = x, (N) = y
;! out: A = m
;! clobbers: P
;! ensures: m = max(x, y)
;! title: The greater of two unsigned bytes
N       EQU $80
MAX:      CMP N
          BCS .done
          LDA N
.done:    RTS
