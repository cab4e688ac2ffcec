;! routine: CARRYMASK
;! cpu: 6502
;! org: $0300
;! in: C = c
;! out: A = y
;! clobbers: P
;! ensures: y = if c = 1 then 255 else 0
;! title: FF if the carry is set, otherwise 0
CARRYMASK:LDA #0
          BCC .done
          LDA #$FF
.done:    RTS
