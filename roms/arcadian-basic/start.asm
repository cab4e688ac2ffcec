; Start: fixed entry points, power-up, and the interrupt vector.

        ORG     COLD
        JP      START
        JP      RUNSET          ; RUNIT
        JP      READY           ; PROMPT
        JP      WAITKEY         ; GETKEY

VECTOR: DW      FRAME           ; read by the processor in IM 2

START:  DI
        LD      SP,STACK
        LD      HL,PROGRAM
        LD      DE,PROGRAM + 1
        LD      BC,STACK - PROGRAM - 1
        LD      (HL),0
        LDIR
        LD      HL,PORTS
        LD      B,PORTN
.PORT:  LD      C,(HL)
        INC     HL
        LD      A,(HL)
        INC     HL
        OUT     (C),A
        DJNZ    .PORT
        LD      HL,ENDMARK
        LD      A,CR
        CALL    PUTBYTE
        LD      HL,PROGRAM
        LD      (PEND),HL
        LD      HL,7            ; black on white: BC=7, FC=0
        LD      (BACKC),HL
        LD      L,3
        LD      (NOTE),HL
        LD      L,1
        LD      (SEED),HL
        LD      A,HIGH LIMIT
        LD      (ZHIGH),A
        CALL    FORGET
        CALL    HOME
        LD      A,HIGH VECTOR
        LD      I,A
        IM      2
        EI
        JP      PROMPT

; Port and value. The boundary is right of the picture and its border, so that all colors are the left ones.
PORTS:  DB      CONCM,0, HORCB,44, VERBL,176, MAGIC,0
        DB      COL0R,0, COL1R,0, COL2R,0, COL3R,0
        DB      TONMO,0, TONEA,0, TONEB,0, TONEC,0, VIBRA,0, VOLC,0, VOLAB,0, VOLN,0
        DB      INFBK,LOW VECTOR, INLIN,200, INMOD,IM_SCR
PORTN   EQU     ($ - PORTS) / 2
