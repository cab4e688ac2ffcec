;! routine: ABS
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: F
;! ensures: y = abs(signed(x)) mod 256
;! title: The absolute value of a signed byte
ABS:      ORA A
          JP .done
          CMA
          INR A
.done:    RET
