;! routine: INCSAT
;! cpu: 6502
;! in: A = x
;! out: A = y
;! clobbers: P
;! ensures: y = min(x + 1, 255)
;! title: Increments a byte, at most FF
;! org: $0300
;! bytes: 7
;! cycles: 11-12
; Found by arcadian shorten --for bytes, and proven.
0300  C9 FF        INCSAT: CMP #$FF
0302  B0 02                BCS .skip1
0304  69 01                ADC #$01
0306  60           .skip1: RTS
