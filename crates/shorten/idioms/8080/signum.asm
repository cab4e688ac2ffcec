;! routine: SIGNUM
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: F
;! ensures: y = if x = 0 then 0 else if x < 128 then 1 else 255
;! title: The sign of a signed byte: FF, 0 or 1
SIGNUM:   ORA A
          JZ .done
          MVI A,1
          JP .done
          MVI A,0FFH
.done:    RET
