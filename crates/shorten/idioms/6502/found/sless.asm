;! routine: SLESS
;! cpu: 6502
;! in: A = x, (N) = y
;! out: C = c
;! clobbers: A, X, (N), P
;! ensures: c = if signed(x) < signed(y) then 1 else 0
;! title: Whether a signed byte is less than another
;! org: $0300
;! bytes: 7
;! cycles: 14-15
; Found by arcadian shorten --for bytes, and proven.
N       EQU $80
0300  38           SLESS:  SEC
0301  E5 80                SBC N
0303  70 01                BVS .skip1
0305  0A                   ASL A
0306  60           .skip1: RTS
