;! routine: TACTIX2
;! cpu: 8080
;! org: 0100H
;! title: Turns the board of 4 x 4 counterclockwise by a quarter turn
;! in: HL = board
;! out: HL = board
;! clobbers: A, B, C, D, E, F
;! oracle: f2_unturn
; A rotation right by 4 bits. It is also one left by 4 and an exchange of the bytes.
TACTIX2:
        ; Your instructions come here.
        RET
