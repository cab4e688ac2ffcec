; LIST

SLIST:  LD      HL,0
        LD      DE,7FFFH        ; lines
        PUSH    DE
        CALL    PEEK
        CP      CR
        JR      Z,.FROM
        CP      ';'
        JP      Z,WHAT
        CALL    EXPR
        CP      ','
        JR      NZ,.FROM
        POP     DE
        PUSH    HL
        ADV
        CALL    EXPR
        POP     DE
        EX      DE,HL
        PUSH    DE
.FROM:  PUSH    HL
        CALL    LASTONE
        POP     DE
        BIT     7,D
        JR      Z,.PLACE
        LD      DE,0
.PLACE: CALL    PLACE
        POP     BC
.NEXT:  LD      A,B             ; BC: lines left
        OR      A
        JP      M,FINISH
        OR      C
        JP      Z,FINISH
        CALL    ISEND
        JP      C,FINISH
        DEC     BC
        PUSH    BC
        PUSH    HL
.PAUSE: LD      A,(TRACING)
        RLA
        JP      C,BREAK
        LD      A,(KEYDOWN)     ; waits while PAUSE is held
        CP      7
        JR      Z,.PAUSE
        LD      DE,0
        CALL    SHOWLINE
        POP     HL
        LD      DE,5
        ADD     HL,DE
        CALL    ENDTEXT
        POP     BC
        JR      .NEXT

; Shows the line at HL as LIST does, with ? before the text byte at DE. Changes WIDTH.
SHOWLINE:
        PUSH    DE
        POP     IY
        CALL    GETNUM
        PUSH    DE
        LD      C,4
        CALL    PUTUNSIGNED
        LD      A,' '
        CALL    PUT
        POP     IX
        XOR     A
.FLAG:  LD      (WIDTH),A       ; not 0 after a word
.NEXT:  PUSH    IY
        POP     DE
        PUSH    IX
        POP     HL
        OR      A
        SBC     HL,DE
        LD      A,'?'
        CALL    Z,PUT
        PUSH    IX
        POP     HL
        CALL    ISEND
        JP      C,NEWLINE
        CALL    GETBYTE
        PUSH    HL
        POP     IX
        CP      CR
        JP      Z,NEWLINE
        PUSH    AF
        LD      A,(WIDTH)
        OR      A
        LD      A,' '
        CALL    NZ,PUT
        POP     AF
        PUSH    AF
        CALL    PUT
        POP     AF
        SUB     TFIRST
        CP      16
        SBC     A,A             ; 0FFH for a word
        JR      .FLAG
