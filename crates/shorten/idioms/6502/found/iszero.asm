;! routine: ISZERO
;! cpu: 6502
;! in: A = x
;! out: A = y
;! clobbers: P
;! ensures: y = if x = 0 then 1 else 0
;! title: 1 if a byte is 0, otherwise 0
;! org: $0300
;! bytes: 8
;! cycles: 13-14
; Found by arcadian shorten --for bytes, and proven.
0300  0A           ISZERO: ASL A
0301  D0 02                BNE .skip1
0303  69 01                ADC #$01
0305  29 01        .skip1: AND #$01
0307  60                   RTS
