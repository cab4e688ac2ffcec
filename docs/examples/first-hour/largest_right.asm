; Returns the largest of eight bytes.
        CPU  Z80
        ORG  8000H
;! in: HL -> list:8
;! out: A = largest
;! clobbers: B, HL, F
;! ensures: all(i in 0..8: list[i] <= largest)
;! ensures: any(i in 0..8: list[i] = largest)
;! cycles: <= 350
LARGEST:
        LD   B,8        ; eight bytes
        XOR  A          ; nothing is less than 0
NEXT:   CP   (HL)
        JR   NC,KEEP    ; is A less?
        LD   A,(HL)     ; then this byte is the largest so far
KEEP:   INC  HL
        DJNZ NEXT
        RET
