;! routine: CLEARLOW
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: B, F
;! ensures: y = if x = 0 then 0 else x & (x - 1)
;! title: A byte without its lowest set bit
CLEARLOW: MOV B,A
          SUI 1
          ANA B
          RET
