;! routine: SIGNUM
;! cpu: 6502
;! in: A = x
;! out: A = y
;! clobbers: P
;! ensures: y = if x = 0 then 0 else if x < 128 then 1 else 255
;! title: The sign of a signed byte: FF, 0 or 1
;! org: $0300
;! bytes: 9
;! cycles: 16
; Found by arcadian shorten --for bytes, and proven.
0300  0A           SIGNUM: ASL A
0301  69 FF                ADC #$FF
0303  29 01                AND #$01
0305  2A                   ROL A
0306  E9 01                SBC #$01
0308  60                   RTS
