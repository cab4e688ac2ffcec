;! routine: ABSDIFF
;! cpu: 8080
;! org: 0100H
;! in: A = x, B = y
;! out: A = m
;! clobbers: B, C, F
;! ensures: m = abs(x - y)
;! title: The distance of two unsigned bytes
ABSDIFF:  CMP B
          JNC .subtr
          MOV C,A
          MOV A,B
          MOV B,C
.subtr:   SUB B
          RET
