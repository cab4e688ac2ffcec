;! routine: MAX
;! cpu: 8080
;! org: 0100H
;! in: A = x, B = y
;! out: A = m
;! clobbers: F
;! ensures: m = max(x, y)
;! title: The greater of two unsigned bytes
MAX:      CMP B
          JNC .done
          MOV A,B
.done:    RET
