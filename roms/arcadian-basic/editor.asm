; The prompt, typed lines, and their storage in the program.

; Every command and program ends here.
READY:  LD      SP,STACK
        LD      HL,0
        LD      (ASKING),HL
        LD      A,(CURX)        ; a new line unless the cursor is at the left edge
        CP      LOW -77
        JR      NZ,.LINE
        LD      A,(CURX + 1)
        INC     A
.LINE:  CALL    NZ,NEWLINE
        LD      A,'>'
        CALL    PUT
        LD      A,1
        LD      HL,POOL
        LD      (FBASE),HL
        LD      (FTOP),HL
        LD      C,LINEMAX
        CALL    READLINE
        LD      HL,(EDLEN)      ; moves it to the end of the memory for text, as the scanner may make it longer
        LD      H,0
        INC     L
        ADD     HL,HL
        LD      B,H
        LD      C,L
        LD      DE,POOL - 1
        ADD     HL,DE
        LD      DE,TEXTEND - 1
        LDDR
        EX      DE,HL
        INC     HL
        CALL    SETTXT
        CALL    PEEK
        LD      HL,0            ; the number
.DIGIT: CALL    RAW
        SUB     '0'
        CP      10
        JR      NC,.TEXT
        CALL    TIMES10
        JP      C,HOW
        ADV
        JR      .DIGIT
.TEXT:  PUSH    HL
        LD      HL,POOL
        CALL    SCANTXT
        POP     DE
        LD      A,D
        OR      E
        JR      NZ,STORE
        LD      A,L             ; a command
        CP      LOW (POOL + 2)
        JP      Z,PROMPT        ; nothing
        LD      (FBASE),HL
        LD      (FTOP),HL
        EX      DE,HL
        LD      HL,POOL
        CALL    SETTXT
        LD      HL,POOLEND
        OR      A
        SBC     HL,DE
        JP      NC,STATE
        JP      SORRY

; Stores the line with the number DE: its text is at POOL and ends at HL. Without text the line is deleted.
STORE:  LD      BC,-POOL + 4    ; bytes that it takes on the screen
        ADD     HL,BC
        LD      B,H
        LD      C,L
        LD      A,L
        CP      6
        JR      NZ,.SIZE
        LD      A,H
        OR      A
        JR      NZ,.SIZE
        LD      BC,0
.SIZE:  PUSH    DE
        PUSH    BC
        CALL    PLACE
        POP     BC
        PUSH    HL              ; its place
        LD      DE,0            ; bytes of the old line
        JR      NZ,.NEW
        LD      DE,5
        ADD     HL,DE
        CALL    ENDTEXT
        CALL    CLAMP
        POP     DE
        PUSH    DE
        OR      A
        SBC     HL,DE
        EX      DE,HL
.NEW:   LD      HL,POOL         ; where an error is
        CALL    SETTXT
        LD      HL,LIMIT
        ADD     HL,DE
        PUSH    DE
        LD      DE,(PEND)
        OR      A
        SBC     HL,DE
        SBC     HL,BC
        JP      C,SORRY
        POP     DE
        POP     HL
        PUSH    HL
        PUSH    BC
        CALL    RESIZE
        POP     BC
        POP     HL
        POP     DE
        LD      A,B
        OR      C
        JR      Z,.DONE
        LD      A,E
        CALL    PUTBYTE
        LD      A,D
        CALL    PUTBYTE
        EX      DE,HL
        LD      HL,POOL
.COPY:  CALL    GETBYTE
        EX      DE,HL
        PUSH    AF
        CALL    PUTBYTE
        POP     AF
        EX      DE,HL
        CP      CR
        JR      NZ,.COPY
.DONE:  CALL    FORGET
        JP      FINISH

; Returns in HL the first line whose number is not less than DE, or the end of the program; Z if the number is equal.
; Preserves DE.
PLACE:  LD      HL,PROGRAM
.NEXT:  CALL    ISEND
        JR      C,.END
        PUSH    HL
        CALL    GETBYTE
        LD      C,A
        CALL    GETBYTE
        LD      B,A
        POP     HL
        LD      A,C
        SUB     E
        LD      C,A
        LD      A,B
        SBC     A,D
        JR      C,.LESS
        OR      C
        RET
.LESS:  PUSH    DE
        LD      DE,5
        ADD     HL,DE
        CALL    ENDTEXT
        POP     DE
        JR      .NEXT
.END:   LD      HL,(PEND)       ; HL is after it if a program poked away its last CR. NZ, by ISEND
        RET

; Replaces DE bytes at HL by room for BC bytes and moves the rest of the program. They are even numbers. The picture
; stays where it is.
RESIZE: PUSH    HL
        ADD     HL,DE           ; the rest
        EX      DE,HL
        POP     HL
        ADD     HL,BC           ; where it is to be
        EX      DE,HL
        OR      A
        SBC     HL,DE
        ADD     HL,DE
        RET     Z
        JR      C,.UP
        ; towards the start: from HL to DE
.DOWN:  LD      BC,(PEND)
.MORE:  LD      A,L
        CP      C
        JR      NZ,.BYTE
        LD      A,H
        CP      B
        JR      Z,.END
.BYTE:  LD      A,(HL)
        EX      DE,HL
        XOR     (HL)
        AND     55H
        XOR     (HL)
        LD      (HL),A
        EX      DE,HL
        INC     HL
        INC     DE
        JR      .MORE
.END:   LD      (PEND),DE
        RET
        ; towards the end, from the last byte on
.UP:    PUSH    HL
        EX      DE,HL
        OR      A
        SBC     HL,DE           ; the distance
        LD      B,H
        LD      C,L
        LD      HL,(PEND)
        ADD     HL,BC
        EX      DE,HL           ; DE: the end there, HL: the start here
        LD      HL,(PEND)
        LD      (PEND),DE
        POP     BC
.LAST:  LD      A,L
        CP      C
        JR      NZ,.BACK
        LD      A,H
        CP      B
        RET     Z
.BACK:  DEC     HL
        DEC     DE
        LD      A,(HL)
        EX      DE,HL
        XOR     (HL)
        AND     55H
        XOR     (HL)
        LD      (HL),A
        EX      DE,HL
        JR      .LAST

; Reads a line with at most C characters into the buffer at HL, which ends with CR then. A tells who waits. HALT does
; not return.
READLINE:
        LD      (WAITS),A
        XOR     A
        LD      (EDLEN),A
.KEY:   PUSH    HL
        PUSH    BC
        CALL    GETKEY
        POP     BC
        POP     HL
        CP      CR
        JR      Z,.END
        CP      ERASE
        JR      Z,.ERASE
        CP      KPAUSE
        JR      Z,.PAUSE
.TYPE:  CALL    TYPE
        JR      .KEY
.PAUSE: LD      A,(WAITS)
        DEC     A
        JR      NZ,.KEY
        PUSH    HL
        PUSH    BC
        CALL    STORED
        POP     BC
        POP     HL
        JR      NC,.TYPE
        JR      .KEY
.ERASE: LD      A,(EDLEN)
        OR      A
        JR      Z,.KEY
        DEC     A
        LD      (EDLEN),A
        PUSH    HL
        PUSH    BC
        CALL    EDPLACE
        CALL    GETBYTE
        CALL    LENGTH
.CELL:  PUSH    BC
        LD      A,ERASE
        CALL    PUT
        POP     BC
        DJNZ    .CELL
        POP     BC
        POP     HL
        JR      .KEY
.END:   CALL    EDPLACE
        LD      A,CR
        CALL    PUTBYTE
        XOR     A
        LD      (WAITS),A
        JP      NEWLINE

; Appends A to the line and shows it, a word with its blank, if there is room. Preserves HL, BC.
TYPE:   LD      E,A
        LD      A,(EDLEN)
        CP      C
        RET     NC
        PUSH    HL
        PUSH    BC
        PUSH    DE
        CALL    EDPLACE
        POP     DE
        LD      A,E
        CALL    PUTBYTE
        LD      HL,EDLEN
        INC     (HL)
        LD      A,E
        PUSH    AF
        CALL    PUT
        POP     AF
        CP      TFIRST
        LD      A,' '
        CALL    NC,PUT
        POP     BC
        POP     HL
        RET

; Returns in HL the address of the next character in the buffer at HL. Changes A, F, DE.
EDPLACE:
        LD      A,(EDLEN)
        ADD     A,A
        LD      E,A
        LD      D,0
        ADD     HL,DE
        RET

; PAUSE: returns in A the character that follows in the stored line whose number begins the line at POOL; C if there
; is none, or none that a key types.
STORED: LD      HL,POOL
        CALL    SETTXT
        LD      A,(EDLEN)
        LD      B,A             ; characters left
        INC     B
        LD      HL,0
.DIGIT: DEC     B
        JR      Z,.NUMBER
        CALL    TAKE
        SUB     '0'
        CP      10
        JR      NC,.REST
        CALL    TIMES10
        RET     C
        JR      .DIGIT
.REST:  INC     B
.NUMBER:
        LD      A,B             ; characters after the number; 1 more if a character was taken
        EX      DE,HL
        PUSH    AF
        CALL    PLACE
        POP     BC
        SCF
        RET     NZ
        LD      DE,4
        ADD     HL,DE
        INC     B
        DEC     B
        JR      Z,.HERE
        DEC     B
        JR      Z,.HERE
.SKIP:  CALL    GETBYTE
        CP      CR
        SCF
        RET     Z
        DJNZ    .SKIP
.HERE:  CALL    GETBYTE
        CP      ' '
        RET     C               ; CR, and what no key types: only a poke puts it there
        CP      TFIRST + 16
        CCF
        RET     C
        CP      TFIRST
        RET     NC
        CP      100
        CCF
        RET
