;! routine: FILL
;! cpu: z80
;! org: 8000H
;! title: Fills 40 bytes with a byte
;! in: HL -> area:40, A = byte
;! out: HL -> area
;! clobbers: B, HL, F
;! ensures: all(i in 0..40: area[i] = byte)
;! at: LOOP: HL = here, B = left, (area:40) = now
;! invariant: 0 < left <= 40 and here = (address(area) + 40 - left) mod 65536
;! invariant: all(i in 0..40: i < 40 - left implies now[i] = byte)
;! decreases: left
FILL:   LD   B,40
LOOP:   LD   (HL),A
        INC  HL
        DJNZ LOOP
        RET
