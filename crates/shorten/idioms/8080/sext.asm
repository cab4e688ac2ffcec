;! routine: SEXT
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: HL = y
;! clobbers: A, F
;! ensures: y = signed(x) mod 65536
;! title: Sign extension of a byte to a word
SEXT:     MOV L,A
          MVI H,0
          ORA A
          JP .done
          DCR H
.done:    RET
