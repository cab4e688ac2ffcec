;! routine: DELAY
;! cpu: 6502
;! org: $0200
;! title: Waits for up to 14 million cycles
;! in: X = x, A = a
;! out: A = y
;! clobbers: X, Y, P, (SLOW)
;! ensures: y = a
;! at: OUTER: X = i
;! decreases: i, 256, 256
;! at: MIDDLE: X = i, Y = j
;! invariant: i > 0
;! decreases: i, j, 256
;! at: INNER: X = i, Y = j, (SLOW) = k
;! invariant: i > 0 and j > 0 and k > 0
;! decreases: i, j, k
; Three nested loops. No proof could execute them instruction by instruction.
SLOW    =    $20
DELAY:
OUTER:  CPX #0
        BEQ DONE
        LDY #$FF
MIDDLE: CPY #0
        BEQ NEXT
        PHA
        LDA #$FF
        STA SLOW
        PLA
INNER:  DEC SLOW
        BNE INNER
        DEY
        JMP MIDDLE
NEXT:   DEX
        JMP OUTER
DONE:   RTS
