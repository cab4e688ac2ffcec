; holds: ED 75 is RETN; IFF1 and IFF2 are equal on entry
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
GO:     LD A,H
        LD H,L
        LD L,A
        DB 0EDH,075H
