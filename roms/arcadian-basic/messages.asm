; Messages

; Shows error A between two new lines.
SHOWCODE:
        PUSH    AF
        CALL    NEWLINE
        POP     BC
        LD      HL,CODES
        CALL    FIND
.SHOW:  LD      A,(HL)
        PUSH    HL
        AND     7FH
        CALL    PUT
        POP     HL
        BIT     7,(HL)
        INC     HL
        JR      Z,.SHOW
        JP      NEWLINE

; The last character has bit 7.
CODES:  DB      "WHAT",'?' + 80H, "HOW",'?' + 80H, "SORR",'Y' + 80H
