; Errors. The text is at the place of the error.

WHAT:   LD      A,1
        JR      ERROR
HOW:    LD      A,2
        JR      ERROR
; The scanner has no room; an answer with such a string is no expression anyway.
FULL:   LD      A,(ASKING + 1)
        OR      A
        JR      NZ,WHAT
SORRY:  LD      A,3
ERROR:  LD      SP,STACK
        LD      B,A
        LD      HL,(ASKING)
        LD      A,H
        OR      L
        LD      A,B
        JR      NZ,.AGAIN
        LD      (ERRCODE),A
        CALL    SHOWCODE
        CALL    GETTXT
        LD      (ERRPTR),HL
        LD      DE,0
        CALL    PROGHL
        JR      C,.LINE
        CALL    OWNER
        PUSH    HL
        CALL    GETNUM
        EX      DE,HL
        POP     HL
.LINE:  LD      (ERRLINE),DE
        LD      A,D
        OR      E
        JP      Z,PROMPT
        LD      DE,(ERRPTR)
        CALL    SHOWLINE
        JP      PROMPT
; A bad answer to INPUT: its error is shown and the question repeated.
.AGAIN: CALL    SETTXT
        CALL    SHOWCODE
        LD      HL,0
        LD      (ASKING),HL
        JP      SINPUT
