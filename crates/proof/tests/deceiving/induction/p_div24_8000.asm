; holds: no carry as the divisor is at most 8000
;! routine: R
;! cpu: 6502
;! org: 0300H
;! in: (NUM:3) = x, (DEN:2) = d
;! out: (NUM:3) = q, (REM:2) = r
;! clobbers: A, X, Y, P
;! requires: 0 < d <= 32768
;! ensures: q = x / d and r = x mod d
;! at: LOOP: X = n, (NUM:3) = m, (REM:2) = left
;! invariant: 0 < n <= 24
;! invariant: m >> 24 - n = x mod (1 << n)
;! invariant: x >> n = (m mod (1 << 24 - n)) * d + left
;! invariant: left < d
;! decreases: n
NUM     = 80H
DEN     = 84H
REM     = 86H
R:      LDA #0
        STA REM
        STA REM+1
        LDX #24
LOOP:   ASL NUM
        ROL NUM+1
        ROL NUM+2
        ROL REM
        ROL REM+1
        CLC
        LDA REM
        CMP DEN
        LDA REM+1
        SBC DEN+1
        BCC NEXT
FITS:   LDA REM
        SEC
        SBC DEN
        STA REM
        LDA REM+1
        SBC DEN+1
        STA REM+1
        INC NUM
NEXT:   DEX
        BNE LOOP
        RTS
