; conditions
        CPU 6502
DEBUG = 1
        .if DEBUG
        LDA #1                  ;= A9 01
        .else
        LDA #2
        .endif
        IF DEBUG EQ 2
        LDA #3
        ELSEIF DEBUG EQ 1
        LDA #4                  ;= A9 04
        IF 0
        this is never read '
        ELSE
        LDA #5                  ;= A9 05
        ENDIF
        ELSEIF 1
        LDA #6
        ELSE
        LDA #7
        ENDIF
        IFDEF DEBUG
        LDA #8                  ;= A9 08
        ENDIF
        IFNDEF DEBUG
        LDA #9
        ENDIF
        IFDEF later
        LDA #10
        ENDIF
later = 1
; labels before conditions: defined where the line is reached, and before the condition asks
OPEN:   IF      1
        JMP     OPEN            ;= 4C 08 00
TURN:   ELSE
UNREAD: ENDIF
        JMP     TURN            ;= 4C 0B 00
SELF    IFDEF   SELF
.LOCAL  IF      1
        BNE     .LOCAL          ;= D0 FE
SHUT:   ENDIF
        ENDIF
        JMP     SHUT            ;= 4C 10 00
UNSEEN: IF      0
GONE:   IFDEF   UNSEEN
        ENDIF
LOST:   ELSE
        JMP     UNSEEN          ;= 4C 13 00
        ENDIF
        IFDEF   GONE
        NOP
        ENDIF
        IFDEF   LOST
        NOP
        ENDIF
