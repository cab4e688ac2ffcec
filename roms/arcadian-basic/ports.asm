; Ports: hand controllers, keypad and knobs to read; right colors, boundary and sound to write. Sound is played by programs
; through &(16) to &(23) only: NT and MU are stored, and what they did is not known. A note for each character would begin
; in PUT.

; &(p)
FPORT:  LD      A,L
        CP      HANDLE1
        JR      C,.NONE
        CP      KEYS1 + 1
        JR      C,.READ
        CP      KNOB1
        JR      C,.NONE
        CP      KNOB4 + 1
        JR      NC,.NONE
.READ:  LD      C,A
        IN      L,(C)
        JP      BYTERES
.NONE:  LD      L,0FFH
        JP      BYTERES

; &(L)=E; other ports ignore it.
PUTPORT:
        LD      C,L
        LD      A,L
        CP      COL3R + 1
        JR      C,.OUT
        CP      HORCB
        JR      Z,.OUT
        SUB     TONMO
        CP      8
        RET     NC
.OUT:   OUT     (C),E
        RET
