;! routine: MIN
;! cpu: 8080
;! org: 0100H
;! in: A = x, B = y
;! out: A = m
;! clobbers: F
;! ensures: m = min(x, y)
;! title: The smaller of two unsigned bytes
MIN:      CMP B
          JC .done
          MOV A,B
.done:    RET
