;! routine: SLESS
;! cpu: 8080
;! org: 0100H
;! in: A = x, B = y
;! out: CY = c
;! clobbers: A, B, C, F
;! ensures: c = if signed(x) < signed(y) then 1 else 0
;! title: Whether a signed byte is less than another
SLESS:    XRI 80H
          MOV C,A
          MOV A,B
          XRI 80H
          MOV B,A
          MOV A,C
          CMP B
          RET
