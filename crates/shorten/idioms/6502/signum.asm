;! routine: SIGNUM
;! cpu: 6502
;! org: $0300
;! in: A = x
;! out: A = y
;! clobbers: P
;! ensures: y = if x = 0 then 0 else if x < 128 then 1 else 255
;! title: The sign of a signed byte: FF, 0 or 1
SIGNUM:   CMP #0
          BEQ .done
          BMI .less
          LDA #1
          RTS
.less:    LDA #$FF
.done:    RTS
