; MACRO-80: segments, both processors, repetitions, macros whose parameters are joined
        TITLE   test
        NAME    ('TEST')
        .8080
        EXTRN   OUTSIDE
        PUBLIC  START
        CSEG
START:  MVI     A,10                    ;= 0000: 3E 0A
        LXI     H,TABLE                 ;= 0002: 21 43 00
        MVI     B,'A'                   ;= 0005: 06 41
        CALL    _OUTSIDE                ;= 0007: CD 00 90
        LXI     D,0FFH AND 15           ;= 000A: 11 0F 00
        MVI     A,LOW TABLE             ;= 000D: 3E 43
        MVI     A,HIGH TABLE            ;= 000F: 3E 00
LIMIT   EQU     3
COUNT   SET     1
        MVI     C,COUNT                 ;= 0011: 0E 01
COUNT   SET     COUNT+1
        MVI     C,COUNT                 ;= 0013: 0E 02
        IF      LIMIT GT 2
        NOP                             ;= 0015: 00
        ELSE
        HLT
        ENDIF
        IFDEF   LIMIT
        INR     A                       ;= 0016: 3C
        ENDIF
        REPT    2
        DCR     A
        ENDM                            ;= 0017: 3D 3D
        IRP     X,<1,2,3>
        MVI     E,X
        ENDM                            ;= 0019: 1E 01 1E 02 1E 03
        IRPC    X,12
        MVI     D,X
        ENDM                            ;= 001F: 16 01 16 02
MAKE    MACRO   NUMBER,TEXT
        LOCAL   OVER
        JMP     OVER
VAR&NUMBER: DB  TEXT
OVER:   LDA     VAR&NUMBER
        ENDM
        MAKE    1,'a'                   ;= 0023: C3 27 00 61 3A 26 00
        MAKE    2,<'b',0>               ;= 002A: C3 2F 00 62 00 3A 2D 00
        .Z80
        LD      A,(VAR1)                ;= 0032: 3A 26 00
        LD      IX,VAR2                 ;= 0035: DD 21 2D 00
        LD      (IX+1),5                ;= 0039: DD 36 01 05
        .RADIX  16
        DB      10,0FF                  ;= 003D: 10 FF
        .RADIX  10
        DB      10,10H,377Q,101B        ;= 003F: 0A 10 FF 05
TABLE:  DW      START,$,'AB'            ;= 0043: 00 00 43 00 42 41
        DC      'high'                  ;= 0049: 68 69 67 E8
        DS      2
        .PHASE  8000H
MOVED:  JP      MOVED                   ;= 004F: C3 00 80
        .DEPHASE
        RET                             ;= 0052: C9
; labels before conditions, and before ENDM
OPEN:   IF      1
        JP      OPEN                    ;= 0053: C3 53 00
TURN:   ELSE
        ENDIF
SHUT:   IFDEF   SHUT
        JP      SHUT                    ;= 0056: C3 56 00
LAST:   ENDIF
        JP      TURN                    ;= 0059: C3 56 00
        JP      LAST                    ;= 005C: C3 59 00
        REPT    1
        NOP
DONE:   ENDM                            ;= 005F: 00
        JP      DONE                    ;= 0060: C3 60 00
        DSEG
        DB      'it''s'                 ;= 0063: 69 74 27 73
        .COMMENT *
        LD this is text
        *
        END     START
