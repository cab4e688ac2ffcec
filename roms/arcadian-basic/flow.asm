; Lines, jumps, subroutines and loops.

; The rest of the line is skipped (IF, remarks).
SKIPREST:
        EXX
        LD      BC,0555H
        INC     L
.NEXT:  LD      A,(HL)
        AND     C
        CP      B
        JR      Z,.CR
.NOT:   INC     HL
        INC     L
        LD      A,(HL)
        AND     C
        CP      B
        JR      Z,.CR
        INC     HL
        INC     L
        JP      .NEXT
.CR:    DEC     L
        LD      A,(HL)
        INC     L
        AND     C
        CP      4
        JR      NZ,.NOT
        DEC     L
        EXX

; The end of a line: continues with the next one. A command ends.
ENDLINE:
        EXX
        LD      A,H
        CP      HIGH LIMIT
        JR      NC,LINEHIGH
LINEPROG:
        INC     L
        INC     HL
; Continues with the line at HL'; the alternate registers are selected.
ATLINE: LD      BC,(PEND)
        INC     L
        INC     HL
        INC     L
        INC     HL
        LD      A,L
        SUB     C
        LD      A,H
        SBC     A,B
        EXX
        JR      NC,FINISH
        LD      A,(TRACING)
        OR      A
        JP      Z,STATE
        RLA
        JP      C,BREAK
        CALL    GETTXT          ; TRACE
        DEC     HL
        DEC     HL
        DEC     HL
        DEC     HL
        CALL    GETNUM
        LD      C,0
        CALL    PUTUNSIGNED
        LD      A,' '
        CALL    PUT
        JP      STATE
LINEHIGH:
        JR      NZ,.DIRECT
        LD      A,L
        CP      LOW LIMIT
        JR      C,LINEPROG
.DIRECT:
        EXX
; The normal end of a program or command.
FINISH: XOR     A
        LD      (ERRCODE),A
        JP      PROMPT

; Returns in HL the word in the text at HL, a line number. Changes A, F, DE.
GETNUM: CALL    GETBYTE
        LD      E,A
        CALL    GETBYTE
        LD      D,A
        EX      DE,HL
        RET

; RUN
SRUN:   CALL    LASTONE
RUN:    LD      HL,(FBASE)
        LD      (FTOP),HL
        LD      HL,PROGRAM
; Continues with the line at HL.
GOLINE: CALL    SETTXT
        EXX
        JP      ATLINE

; RUN as typed: for tests and tools.
RUNSET: LD      SP,STACK
        CALL    FORGET
        LD      HL,0
        LD      (ASKING),HL
        XOR     A
        LD      (WAITS),A
        LD      HL,POOL
        LD      A,TRUN
        CALL    PUTBYTE
        LD      A,CR
        CALL    PUTBYTE
        LD      (FBASE),HL
        LD      HL,POOL
        CALL    SETTXT
        JP      STATE

; GOTO
SGOTO:  CALL    EXPR
        CP      CR
        JP      NZ,WHAT
        CALL    FINDLINE
        JP      C,HOW
        PUSH    HL
        EXX
        POP     HL
        JP      ATLINE

; GOSUB
SGOSUB: LD      BC,FSUBLEN
        CALL    ROOM
        CALL    EXPR
        CALL    FINDLINE
        JP      C,HOW
        PUSH    HL
        CALL    GETTXT
        EX      DE,HL
        LD      HL,(FTOP)
        LD      (HL),E
        INC     HL
        LD      (HL),D
        INC     HL
        LD      (HL),FSUB
        INC     HL
        LD      (FTOP),HL
        EXX
        POP     HL
        JP      ATLINE

; SORRY if there is no room for BC bytes of a frame.
ROOM:   LD      HL,(FTOP)
        ADD     HL,BC
        LD      DE,POOLEND + 1
        OR      A
        SBC     HL,DE
        RET     C
        JP      SORRY

; RETURN
SRETURN:
        CALL    LASTONE
        LD      HL,(FTOP)
        LD      DE,-FLOOP
.NEXT:  LD      A,(FBASE)
        CP      L
        JP      Z,WHAT
        DEC     HL
        LD      A,(HL)
        INC     HL
        INC     A               ; FSUB is 0FFH
        JR      Z,.FOUND
        ADD     HL,DE
        JR      .NEXT
.FOUND: DEC     HL
; The text continues at the address whose high byte is at HL - 1; the frame that begins with it is dropped.
        DEC     HL
        LD      D,(HL)
        DEC     HL
        LD      E,(HL)
        LD      (FTOP),HL
        EX      DE,HL
        PUSH    HL
        EXX
        POP     HL
        EXX
        JP      ENDSTMT

; FOR
SFOR:   LD      BC,FLOOP
        CALL    ROOM
        CALL    LOOPVAR
        PUSH    BC              ; kind
        PUSH    HL              ; address
        CALL    PEEK
        CP      '='
        JP      NZ,WHAT
        ADV
        CALL    EXPR
        POP     DE
        POP     BC
        PUSH    DE
        CALL    SETIT
        CALL    PEEK
        CP      TTO
        JP      NZ,WHAT
        ADV
        CALL    EXPR
        PUSH    HL
        LD      HL,1
        CP      TSTEP
        JR      NZ,.ONE
        ADV
        CALL    EXPR
.ONE:   POP     DE
        POP     BC
        LD      B,C             ; the tag
        PUSH    HL              ; step
        PUSH    DE              ; limit
        CALL    DROPLOOP
        CALL    GETTXT
        EX      DE,HL
        LD      HL,(FTOP)
        LD      (HL),E
        INC     HL
        LD      (HL),D
        INC     HL
        POP     DE
        LD      (HL),E
        INC     HL
        LD      (HL),D
        INC     HL
        POP     DE
        LD      (HL),E
        INC     HL
        LD      (HL),D
        INC     HL
        LD      (HL),B
        INC     HL
        LD      (FTOP),HL
        JP      ENDSTMT

; The variable of a loop: its address in HL, its kind in C.
LOOPVAR:
        CALL    PEEK
        CP      'A'
        JP      C,WHAT
        JP      TARGET

; Removes the loop of the variable with tag B, if one is active since the last GOSUB.
DROPLOOP:
        LD      HL,(FTOP)
.NEXT:  LD      A,(FBASE)
        CP      L
        RET     Z
        DEC     HL
        LD      A,(HL)
        CP      B
        JR      Z,.FOUND
        INC     A
        RET     Z
        LD      DE,1 - FLOOP
        ADD     HL,DE
        JR      .NEXT
.FOUND: INC     HL              ; moves the frames above it down
        EX      DE,HL
        LD      HL,(FTOP)
        OR      A
        SBC     HL,DE
        PUSH    BC
        LD      B,H
        LD      C,L
        LD      HL,-FLOOP
        ADD     HL,DE
        EX      DE,HL           ; HL: after it, DE: its start
        LD      A,B
        OR      C
        JR      Z,.TOP
        LDIR
.TOP:   LD      (FTOP),DE
        POP     BC
        RET

; NEXT
SNEXT:  CALL    LOOPVAR
        LD      A,C
        LD      C,L             ; the tag
        LD      B,A             ; the kind
        LD      HL,(FTOP)
.FIND:  LD      A,(FBASE)
        CP      L
        JP      Z,WHAT
        DEC     HL
        LD      A,(HL)
        CP      C
        JR      Z,.FOUND
        INC     A
        JP      Z,WHAT
        LD      DE,1 - FLOOP    ; a loop inside is dropped
        ADD     HL,DE
        LD      (FTOP),HL
        JR      .FIND
.FOUND: INC     HL
        LD      (FTOP),HL
        DEC     HL
        DEC     HL
        LD      D,(HL)
        DEC     HL
        LD      E,(HL)          ; step
        PUSH    HL
        PUSH    DE
        LD      L,C
        LD      H,HIGH VARS
        LD      A,B
        CP      TXY
        JR      Z,.XY
        LD      A,(HL)
        INC     L
        LD      H,(HL)
        LD      L,A
.ADD:   OR      A
        ADC     HL,DE
        JP      PE,.OVER        ; the variable keeps its last value
        LD      A,B
        OR      A
        JR      NZ,.DEVICE
        EX      DE,HL
        LD      L,C
        LD      H,HIGH VARS
        LD      (HL),E
        INC     L
        LD      (HL),D
; DE: the new value; on the stack: step, address of the step in the frame
.TEST:  POP     AF              ; A: high byte of the step
        POP     HL
        DEC     HL
        LD      B,(HL)
        DEC     HL
        LD      C,(HL)          ; BC: limit
        PUSH    HL
        LD      H,B
        LD      L,C
        RLA
        JR      NC,.UP
        EX      DE,HL
.UP:    LD      A,H             ; the loop continues unless HL < DE
        XOR     D
        JP      M,.SIGNS
        SBC     HL,DE
        POP     HL
        JR      C,.END
.AGAIN: DEC     HL
        LD      D,(HL)
        DEC     HL
        LD      E,(HL)
        PUSH    DE
        EXX
        POP     HL
        EXX
        LD      A,(TRACING)
        RLA
        JP      NC,ENDSTMT
        JP      BREAK
.SIGNS: LD      A,H
        RLA
        POP     HL
        JR      NC,.AGAIN
.END:   LD      HL,(FTOP)
        LD      DE,-FLOOP
        ADD     HL,DE
        LD      (FTOP),HL
        JP      ENDSTMT
.OVER:  POP     DE
        POP     HL
        JR      .END
.XY:    CALL    GETXY
        JR      .ADD
.DEVICE:
        PUSH    HL
        LD      E,C
        LD      D,HIGH VARS
        LD      C,B
        CALL    SETIT
        POP     DE
        JR      .TEST

; IF
SIF:    CALL    EXPR
        LD      A,H
        OR      L
        JP      NZ,STATE
        JP      SKIPREST

; Finds the line with the number HL. Returns its address in HL, or C. Lines after the current one are searched first, if
; the number is one of theirs; lines found before are remembered.
FINDLINE:
        BIT     7,H
        SCF
        RET     NZ
        EX      DE,HL
        CALL    CACHED
        LD      A,(HL)
        CP      E
        JR      NZ,.SEARCH
        INC     L
        LD      A,(HL)
        CP      D
        JR      NZ,.SEARCH
        INC     L
        LD      A,(HL)
        INC     L
        LD      H,(HL)
        LD      L,A
        LD      A,H
        OR      A
        RET     NZ              ; NC
.SEARCH:
        PUSH    DE
        CALL    INPROG
        JR      C,.START
        INC     L
        CALL    ENDTEXT         ; the line after the current one
        CALL    ISEND
        JR      C,.START
        PUSH    HL
        CALL    GETNUM
        POP     BC
        POP     DE
        PUSH    DE
        EX      DE,HL
        OR      A
        SBC     HL,DE
        JR      C,.START        ; the number is less
        LD      H,B
        LD      L,C
        POP     DE
        PUSH    DE
        CALL    SEARCH
        JR      NC,.FOUND
.START: POP     DE
        PUSH    DE
        LD      HL,PROGRAM
        CALL    SEARCH
        JR      C,.NONE
.FOUND: POP     DE
        LD      B,H
        LD      C,L
        CALL    CACHED
        LD      (HL),E
        INC     L
        LD      (HL),D
        INC     L
        LD      (HL),C
        INC     L
        LD      (HL),B
        LD      H,B
        LD      L,C
        OR      A
        RET
.NONE:  POP     DE
        SCF
        RET

; Returns in HL the place in CACHE of the line number DE. Changes A, F.
CACHED: LD      A,E
        SRL     A
        ADD     A,E
        AND     3
        ADD     A,A
        ADD     A,A
        ADD     A,LOW CACHE
        LD      L,A
        LD      H,HIGH CACHE
        RET

        INCLUDE "isend.asm"

; Searches for the line with the number DE from the line at HL on. Returns its address in HL, or C.
SEARCH: LD      A,E
        AND     55H
        LD      B,A             ; the low byte of the number as it is in the second
        LD      A,E
        RRCA
        AND     55H
        LD      C,A             ; and in the first of the two bytes
        LD      E,55H
.LINE:  SCF                     ; as ISEND
        LD      A,(PEND)
        SBC     A,L
        LD      A,(PEND + 1)
        SBC     A,H
        RET     C
        INC     L
        LD      A,(HL)
        AND     E
        CP      B
        JR      NZ,.OTHER
        DEC     L
        LD      A,(HL)
        INC     L
        AND     E
        CP      C
        JR      NZ,.OTHER
        INC     HL
        LD      A,(HL)
        INC     L
        ADD     A,A
        XOR     (HL)
        AND     0AAH
        XOR     (HL)
        CP      D
        JR      Z,.FOUND
        INC     HL
        INC     L
        JP      .SKIP
.OTHER: INC     HL
        INC     L
        INC     HL
        INC     L
.SKIP:  CALL    TOCR
        JP      .LINE
.FOUND: DEC     HL
        DEC     HL
        DEC     HL
        OR      A
        RET

; HL is the second byte of a text byte. Returns in HL the address after the next CR. E is 55H. There is a CR in
; memory after the text (ENDMARK), so that the search ends even if a program poked away its own.
ENDTEXT:
        LD      E,55H
TOCR:   LD      A,(HL)
        AND     E
        CP      5
        JR      Z,.CR
.A:     INC     HL
        INC     L
        LD      A,(HL)
        AND     E
        CP      5
        JR      Z,.CR
        INC     HL
        INC     L
        LD      A,(HL)
        AND     E
        CP      5
        JR      Z,.CR
        INC     HL
        INC     L
        LD      A,(HL)
        AND     E
        CP      5
        JR      Z,.CR
        INC     HL
        INC     L
        JP      TOCR
.CR:    DEC     L
        LD      A,(HL)
        INC     L
        AND     E
        CP      4
        JR      NZ,.A
        INC     HL
        RET
