; The tape. A cartridge with an interface would save and load here.

; Tape statements: there is no tape.
TAPE:   CALL    NEXT
        CP      TPRINT
        JP      Z,SORRY
        CP      TLIST
        JP      Z,SORRY
        CP      TRUN
        JP      Z,SORRY
        CP      TINPUT
        JP      Z,SORRY
        CP      TRETURN
        JP      Z,SORRY
        JP      WHAT
