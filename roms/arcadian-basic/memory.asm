; Arrays and memory: @, * and %.

        INCLUDE "getbyte.asm"
        INCLUDE "putbyte.asm"

; Returns the address of *(HL) in HL: PEND + 4 * n.
STARADDR:
        CALL    ATADDR
        LD      HL,(PEND)
        ADD     HL,DE
        RET

; Returns the address of @(HL) in HL, LIMIT - 4 * n, and 4 * n in DE. HOW? if n is negative, SORRY if the element is not in
; the free bytes.
ATADDR: LD      A,H
        OR      A
        JP      M,HOW
        CP      4
        JP      NC,SORRY
        ADD     HL,HL
        ADD     HL,HL
        EX      DE,HL
        LD      HL,LIMIT
        OR      A
        SBC     HL,DE
        LD      A,(PEND)
        LD      C,A
        LD      A,L
        SUB     C
        LD      A,(PEND + 1)
        LD      C,A
        LD      A,H
        SBC     A,C
        RET     NC
        JP      SORRY

FAT:    CALL    ATADDR
        JR      FWORD
FSTAR:  CALL    STARADDR
FWORD:  CALL    TEXTGET
        LD      E,A
        CALL    TEXTGET
        LD      D,A
        EX      DE,HL
        JP      RESULT

; Returns C if HL is below LIMIT. Changes A.
INTEXT: LD      A,H
        CP      HIGH LIMIT
        RET     NZ
        LD      A,L
        CP      LOW LIMIT
        RET

; Reads the text byte at HL and moves HL to the next; @(0) is after the text and plain.
TEXTGET:
        CALL    INTEXT
        JP      C,GETBYTE
        LD      A,(HL)
        INC     HL
        RET

; Writes A in the same way. Changes C.
TEXTPUT:
        CALL    TOUCH
        LD      C,A
        CALL    INTEXT
        LD      A,C
        JP      C,PUTBYTE
        LD      (HL),A
        INC     HL
        RET

; %(a)
FMEM:   CALL    PEEKMEM
        LD      C,A
        INC     HL
        CALL    PEEKMEM
        LD      H,A
        LD      L,C
        JP      RESULT

; Returns the byte at HL: the picture, the text, @(0), the variables and the text window; 0FFH elsewhere.
PEEKMEM:
        LD      A,H
        CP      HIGH WINDOW
        JR      NC,.TEXT
        CALL    INSIDE
        JR      NC,.NONE
        LD      A,H
        CP      HIGH PICEND
        LD      A,(HL)
        RET     C
        LD      A,H
        CP      HIGH LIMIT
        LD      A,L
        JR      NC,.LAST
        CP      LOW PICEND
        LD      A,(HL)
        RET     C
        AND     55H             ; after the picture
        RET
.LAST:  CP      LOW LIMIT
        LD      A,(HL)
        RET     NC
        AND     55H
        RET
.NONE:  LD      A,0FFH
        RET
.TEXT:  PUSH    HL
        ADD     HL,HL           ; the text byte
        CALL    INTEXT
        LD      A,0FFH
        CALL    C,GETBYTE
        POP     HL
        RET

; Returns C if HL is a part of memory below the text window that % can access.
INSIDE: LD      A,H
        SUB     HIGH PROGRAM
        CP      HIGH (VARSEND - PROGRAM)
        RET     C
        JR      NZ,.NONE
        LD      A,L
        CP      LOW VARSEND
        RET
.NONE:  OR      A
        RET

; Writes A at HL, if it is a part that % can access. Preserves HL.
POKE:   LD      B,A
        LD      A,H
        CP      HIGH WINDOW
        JR      NC,.TEXT
        CALL    INSIDE
        RET     NC
        LD      A,(HL)
        LD      (HL),B
        XOR     B
        AND     55H
        RET     Z
        CALL    TOUCH
        JR      FORGET
.TEXT:  PUSH    HL
        ADD     HL,HL           ; the text byte
        CALL    INTEXT
        JR      NC,.DONE
        PUSH    HL
        CALL    GETBYTE
        POP     HL
        CP      B
        JR      Z,.DONE
        LD      A,B
        CALL    TOUCH
        CALL    PUTBYTE
        CALL    FORGET
.DONE:  POP     HL
        RET
; The program may have changed: forgets where lines are.
FORGET: PUSH    HL
        LD      HL,ZLOW
        LD      A,(PEND + 1)
        CP      (HL)
        JR      C,.CACHE
        INC     A
        LD      (HL),A
.CACHE: LD      HL,CACHE
        LD      B,CACHEND - CACHE
.ZERO:  LD      (HL),0
        INC     HL
        DJNZ    .ZERO
        POP     HL
        RET

; The text at HL is written: if its page is one of those without text, they end before it. Preserves A, HL.
TOUCH:  PUSH    AF
        LD      A,(ZLOW)
        DEC     A
        CP      H
        JR      NC,.DONE
        LD      A,(ZHIGH)
        CP      H
        JR      C,.DONE
        LD      A,H
        LD      (ZHIGH),A
.DONE:  POP     AF
        RET
