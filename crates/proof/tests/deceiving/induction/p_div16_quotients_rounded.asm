; wrong: the quotient is not rounded up
;! routine: R
;! cpu: 6502
;! org: 0300H
;! in: (NUM:2) = x, (DEN:2) = d
;! out: (NUM:2) = q, (REM:2) = r
;! clobbers: A, X, Y, P
;! requires: d > 0
;! ensures: q = (x + d - 1) / d
;! ensures: r = x mod d
;! at: LOOP: X = n, (NUM:2) = m, (REM:2) = left
;! invariant: 0 < n <= 16
;! invariant: m >> 16 - n = x mod (1 << n)
;! invariant: m mod (1 << 16 - n) = (x >> n) / d
;! invariant: left = (x >> n) mod d
;! decreases: n
NUM     = 80H
DEN     = 82H
REM     = 84H
R:      LDA #0
        STA REM
        STA REM+1
        LDX #16
LOOP:   ASL NUM
        ROL NUM+1
        ROL REM
        ROL REM+1
        BCS FITS
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
