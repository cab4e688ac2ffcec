; Ports: hand controllers, keypad and knobs to read; right colors, boundary, height of the picture and sound to write.

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
        SUB     HORCB
        CP      VERBL - HORCB + 1
        JR      C,.OUT
        SUB     TONMO - HORCB
        CP      8
        RET     NC
        CP      VOLAB - TONMO
        JR      NZ,.OUT
        LD      HL,0            ; the program has taken the volume of the note
        LD      (NLEFT),HL
.OUT:   OUT     (C),E
        RET
