;! routine: MASKS
;! cpu: z80
;! org: 0100H
;! title: Returns the masks that draw pixels in the mode of BOX by (byte AND keep) XOR flip
;! in: A = pixels, (WIDTH) = mode
;! out: D = keep, E = flip
;! clobbers: A, F
;! requires: 1 <= mode <= 3
;! ensures: mode = 1 implies keep = 255 - pixels and flip = pixels
;! ensures: mode = 2 implies keep = 255 - pixels and flip = 0
;! ensures: mode = 3 implies keep = 255 and flip = pixels
        IFNDEF  WIDTH           ; as a sheet
WIDTH   EQU     0200H
        ENDIF
MASKS:  LD      E,A
        CPL
        LD      D,A
        LD      A,(WIDTH)
        DEC     A
        RET     Z               ; foreground
        DEC     A
        JR      Z,.BACK
        LD      D,0FFH          ; reverse
        RET
.BACK:  LD      E,0
        RET
