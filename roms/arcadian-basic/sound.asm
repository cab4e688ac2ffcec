; Sound: a note for each character that is shown, and MU. Programs write the ports themselves with &(16) to &(23). What NT and MU
; did in 1978 is not known in detail, so these are choices; docs/bally-basic.md tells them.

NOTEMO  EQU     49              ; TONMO: the value of published programs
NOTEVOL EQU     8               ; volume of tone A
NOTE1   EQU     '!'             ; the first code with a note
NOTECNT EQU     100 - NOTE1

; Returns NT in HL; Z if it is 0 or negative. Changes A.
NOTETIME:
        LD      HL,(NOTE)
        LD      A,H
        BIT     7,A
        JR      NZ,.NONE
        OR      L
        RET
.NONE:  XOR     A
        RET

; Sounds the note of the character C that is shown, if NT is above 0 and no note of MU sounds. Changes A, DE, HL.
SHOWNOTE:
        CALL    NOTETIME
        RET     Z
        LD      A,(NLEFT + 1)
        RLA
        RET     C
        LD      A,C
        CP      NOTE1
        RET     C               ; a blank
; Begins the note of the code A for HL frames; other codes are silent. Changes A, DE.
BEGIN:  SUB     NOTE1
        LD      E,A
        LD      D,0
        CP      NOTECNT
        LD      A,D
        JR      NC,.START       ; silent
        PUSH    HL
        LD      HL,NOTES
        ADD     HL,DE
        LD      A,NOTEMO
        DI                      ; the interrupt ends the note before
        OUT     (TONMO),A
        LD      A,(HL)
        OUT     (TONEA),A
        POP     HL
        LD      A,NOTEVOL
.START: DI
        OUT     (VOLAB),A
        LD      (NLEFT),HL
        EI
        RET

; MU=DE: waits for the end of the note before, then begins that of the code. HALT ends the wait.
PLAYNOTE:
        LD      (MUSIC),DE
        CALL    NOTETIME
        RET     Z
.WAIT:  LD      HL,(NLEFT)
        LD      A,H
        OR      L
        JR      Z,.PLAY
        LD      A,(TRACING)
        RLA
        RET     C
        HALT
        JR      .WAIT
.PLAY:  LD      HL,(NOTE)
        SET     7,H             ; a note of MU
        LD      A,D
        OR      A
        LD      A,E
        JR      Z,BEGIN
        XOR     A               ; no character has such a code
        JR      BEGIN

; In each frame: a note that has lasted long enough ends. Changes A, HL.
ENDNOTE:
        LD      HL,(NLEFT)
        LD      A,H
        OR      L
        RET     Z
        DEC     HL
        LD      (NLEFT),HL
        LD      A,H
        AND     7FH
        OR      L
        RET     NZ
        LD      H,A
        LD      (NLEFT),HL
        OUT     (VOLAB),A
        RET

; TONEA of the codes from NOTE1 on: code 69 is 440 Hz, each code a semitone. Lower tones than 70 Hz do not fit.
NOTES:
        DB      255,255,255,255,255,243,229,216,204,192,182,171
        DB      162,153,144,136,128,121,114,108,101,96,90,85
        DB      80,76,71,67,64,60,57,53,50,47,45,42
        DB      40,37,35,33,31,29,28,26,25,23,22,21
        DB      19,18,17,16,15,14,13,13,12,11,10,10
        DB      9,9,8,8,7,7,6
