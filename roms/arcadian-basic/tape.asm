; The tape. A cartridge with an interface would save and load here.

; Tape statements: there is no tape.
TAPE:   CALL    NEXT
        LD      HL,TAPEWDS
        LD      BC,TAPEWDN
        CPIR
        JP      Z,SORRY
        JP      WHAT
TAPEWDS:
        DB      TPRINT, TINPUT, TLIST, TRUN, TRETURN
TAPEWDN EQU     $ - TAPEWDS
