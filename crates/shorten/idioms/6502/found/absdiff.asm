;! routine: ABSDIFF
;! cpu: 6502
;! in: A = x, (N) = y
;! out: A = m
;! clobbers: P
;! ensures: m = abs(x - y)
;! title: The distance of two unsigned bytes
;! org: $0300
;! bytes: 9
;! cycles: 15-16
; Found by arcadian shorten --for bytes, and proven.
N       EQU $80
0300  C5 80        ABSDIFF: CMP N
0302  E5 80                SBC N
0304  B0 02                BCS .skip1
0306  49 FF                EOR #$FF
0308  60           .skip1: RTS
