;! routine: SIGNMASK
;! cpu: 6502
;! org: $0300
;! in: A = x
;! out: A = y
;! clobbers: P
;! ensures: y = if signed(x) < 0 then 255 else 0
;! title: FF if a signed byte is negative, otherwise 0
SIGNMASK: CMP #0
          BMI .less
          LDA #0
          RTS
.less:    LDA #$FF
          RTS
