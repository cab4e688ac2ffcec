; holds: z_fill_right
;! routine: RR
;! cpu: z80
;! org: 8000H
;! in: HL -> area:12, A = byte
;! out: HL -> area
;! clobbers: B, HL, F
;! ensures: all(i in 0..12: area[i] = byte)
;! at: LOOP: HL = here, B = left, (area:12) = now
;! invariant: 0 < left <= 12 and here = (address(area) + 12 - left) mod 65536
;! invariant: all(i in 0..12: i < 12 - left implies now[i] = byte)
;! decreases: left
RR:     LD   B,12
LOOP:   LD   (HL),A
        INC  HL
        DJNZ LOOP
        RET
