; The tape. A cartridge with an interface would save and load here.

; Tape statements: there is no tape. :RETURN ends its use, so it does nothing.
TAPE:   CALL    NEXT
        CP      TRETURN
        JR      Z,.RETURN
        LD      HL,TAPEWDS
        LD      BC,TAPEWDN
        CPIR
        JP      Z,SORRY
        JP      WHAT
.RETURN:
        CALL    NEXT
        JP      ENDSTMTA
TAPEWDS:
        DB      TPRINT, TINPUT, TLIST, TRUN
TAPEWDN EQU     $ - TAPEWDS
