; Keypad: the interrupt of each frame reads it and stores codes; programs and the editor take them.

; The interrupt. Preserves all registers. BASIC sets the left colors again in each frame.
FRAME:  PUSH    AF
        PUSH    BC
        PUSH    DE
        PUSH    HL
        LD      A,(BACKC)
        OUT     (COL0L),A
        OUT     (COL1L),A
        LD      A,(FOREC)
        OUT     (COL2L),A
        OUT     (COL3L),A
        CALL    ENDNOTE
        CALL    SCAN
        LD      HL,KEYLAST
        LD      A,(HL)
        LD      (HL),E
        CP      E               ; a key counts when two frames agree
        JR      NZ,.DONE
        INC     HL              ; KEYDOWN
        LD      A,(HL)
        LD      (HL),E
        CP      E
        CALL    NZ,PRESS
.DONE:  POP     HL
        POP     DE
        POP     BC
        POP     AF
        EI
        RETI

; Returns in E the key that is down: 6 * column + row + 1, columns from the left; 0 for none or more than one.
SCAN:   LD      BC,400H + KEYS1
        LD      DE,0            ; D: 6 * column
.COL:   IN      A,(C)
        AND     3FH
        JR      Z,.NEXT
        LD      H,A
        DEC     A
        AND     H               ; not 0 if more bits than one are set
        OR      E               ; or if a key was found before
        JR      NZ,.MANY
        LD      E,D
.BIT:   INC     E
        SRL     H
        JR      NZ,.BIT
.NEXT:  LD      A,6
        ADD     A,D
        LD      D,A
        DEC     C
        DJNZ    .COL
        RET
.MANY:  LD      E,0
        RET

; Handles the press of key E; 0 is a release.
PRESS:  LD      A,E
        DEC     A
        RET     M
        LD      B,-1            ; column
.DIV:   INC     B
        SUB     6
        JR      NC,.DIV
        INC     A
        JR      Z,.SHIFT        ; the last row
        LD      A,(KEYSHFT)
        LD      D,0
        LD      HL,KEYTAB - 1
        ADD     HL,DE
        LD      E,24
        INC     A
.LEVEL: DEC     A
        JR      Z,.CODE
        ADD     HL,DE
        JR      .LEVEL
.CODE:  LD      (KEYSHFT),A
        LD      A,(HL)
        OR      A
        RET     Z
        CP      KHALT
        JR      Z,.HALT
        LD      B,A
        LD      A,(KEYPUT)
        LD      E,A
        INC     A
        AND     KEYMAX - 1
        LD      HL,KEYTAKE
        CP      (HL)
        RET     Z               ; full: the key is lost
        LD      (KEYPUT),A
        LD      HL,KEYS
        ADD     HL,DE
        LD      (HL),B
        RET
.SHIFT: LD      A,B
        INC     A
        LD      (KEYSHFT),A
        RET
.HALT:  LD      HL,TRACING
        SET     7,(HL)
        LD      A,(KEYPUT)      ; HALT drops the keys that wait
        LD      (KEYTAKE),A
        RET

; Waits for a key and returns its code. HALT does not return. At the prompt the time that passes changes the
; sequence of RND.
WAITKEY:
        LD      A,(TRACING)
        RLA
        JR      C,.HALT
        LD      HL,KEYTAKE
        LD      A,(KEYPUT)
        CP      (HL)
        JR      NZ,.TAKE
        LD      A,(WAITS)
        DEC     A
        CALL    Z,STIR
        HALT
        JP      GETKEY
.TAKE:  LD      A,(HL)
        INC     A
        AND     KEYMAX - 1
        LD      E,(HL)
        LD      (HL),A
        LD      D,0
        LD      HL,KEYS
        ADD     HL,DE
        LD      A,(HL)
        RET

.HALT:  LD      A,(WAITS)
        DEC     A
        JR      NZ,BREAK
        LD      A,(EDLEN)       ; at the prompt HALT discards the line; without one it does nothing
        OR      A
        JR      NZ,BREAK
        LD      HL,TRACING
        RES     7,(HL)
        JP      GETKEY

STIR:   LD      HL,(SEED)
.ZERO:  INC     HL
        LD      A,H
        OR      L
        JR      Z,.ZERO
        LD      (SEED),HL
        RET

; The end of a program or command by HALT.
BREAK:  LD      HL,TRACING
        RES     7,(HL)
        LD      A,4
        LD      (ERRCODE),A
        JP      PROMPT

KHALT   EQU     3
KPAUSE  EQU     1
