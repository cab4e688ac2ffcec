;! routine: MEM2
;! cpu: 8080
;! org: 0100H
;! title: Exchanges the two bytes to which HL points
;! in: HL -> pair:2
;! out: HL -> pair
;! clobbers: A, B, C, D, E, H, L, F
;! ensures: pair[0] = old(pair)[1]
;! ensures: pair[1] = old(pair)[0]
; INX H goes to the next byte, DCX H back.
MEM2:
        ; Your instructions come here.
        RET
