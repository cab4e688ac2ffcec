;! routine: SIGNMASK
;! cpu: 6502
;! in: A = x
;! out: A = y
;! clobbers: P
;! ensures: y = if signed(x) < 0 then 255 else 0
;! title: FF if a signed byte is negative, otherwise 0
;! org: $0300
;! bytes: 7
;! cycles: 11-12
; Found by arcadian shorten --for bytes, and proven.
0300  09 7F        SIGNMASK: ORA #$7F
0302  30 02                BMI .skip1
0304  29 00                AND #$00
0306  60           .skip1: RTS
