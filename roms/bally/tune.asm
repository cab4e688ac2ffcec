; A piece of music for the Bally: the Prelude in C major by Johann Sebastian Bach, from the first part of the Well-Tempered
; Clavier (BWV 846, 1722), without the bar that a later editor added. The composition is in the public domain; this
; arrangement is the project's own. Its bar 34 is an octave higher in the bass, and the last chord is broken.
;
; It shows
; - how to play notes of the right pitch on a chip whose three tones share one master oscillator,
; - how to give a note its envelope: the chip has only volumes, so a program changes them in every frame,
; - how to divide the work between an interrupt, which must be on time, and a main loop, which may be late.
;
;     arcadian asm roms/bally/tune.asm -o tune.bin
;
; `tune.bin` is filled with FF to 2048 bytes.

        CPU     z80
        INCLUDE "bally.inc"

PACE    EQU     12              ; frames in a sixteenth: 75 quarters a minute
STEPS   EQU     16              ; sixteenths in a bar
NO_NOTE EQU     0FFH            ; in an order of notes: the notes before go on
HELD    EQU     0FFH            ; end of an envelope: the last volume stays
ONCE    EQU     200             ; line of the interrupt; below the 192 lines with data

; Variables, after the 96 visible rows.
        ORG     4F00H
FRAMES: DS      1               ; frames to the next sixteenth
STEP:   DS      1               ; sixteenths played in this bar
BAR:    DS      2               ; address of the current bar
ENVS:   DS      6               ; position of each voice in its envelope, A to C
VOLUMES:
        DS      3               ; volume of each voice
SHOWN:  DS      3               ; cells lit in the column of each voice
VARS    EQU     $ - FRAMES

        ORG     CART
        JP      START           ; C3, by which the on-board ROM knows a cartridge to start

        ORG     CART + 4        ; the chips send INFBK as the low byte of the vector's address
VECTOR: DW      FRAME

; Another on-board ROM may have left other values than ours, so all registers that matter are set.
START:  DI
        LD      SP,4FCEH
        LD      HL,SCREEN
        LD      DE,SCREEN + 1
        LD      BC,FRAMES + VARS - SCREEN - 1
        LD      (HL),0
        LDIR
        LD      HL,COLORS
        LD      BC,8 * 256 + COLBX
        OTIR                    ; B counts down on the high half of the address: COL3L first, COL0R last
        LD      HL,SILENCE
        LD      BC,8 * 256 + SNDBX
        OTIR
        LD      HL,SETUP
        LD      B,SETUPS
.SET:   LD      C,(HL)
        INC     HL
        LD      A,(HL)
        INC     HL
        OUT     (C),A
        DJNZ    .SET
        CALL    REWIND
        CALL    BASE
        LD      A,HIGH VECTOR
        LD      I,A
        IM      2
        EI

; The main loop shows what the interrupt plays. Drawing a whole column may last longer than is left of a frame; then the
; column is late, but the music is not, because the interrupt does not wait for it.
LOOP:   HALT
        LD      HL,VOLUMES
        LD      DE,SHOWN
        LD      IX,COLUMNS
        LD      B,3
.NEXT:  CALL    COLUMN
        INC     IX
        INC     IX
        INC     HL
        INC     DE
        DJNZ    .NEXT
        JR      LOOP

; Lights or clears cells until the number at DE is the volume at HL. IX = left address and pixels of the column.
COLUMN: LD      A,(DE)
        CP      (HL)
        RET     Z
        JR      C,.MORE
        CALL    CELL            ; cell A is the highest one that is lit: clear it
        DEC     A
        LD      (DE),A
        JR      COLUMN
.MORE:  INC     A
        CALL    CELL
        LD      (DE),A
        JR      COLUMN

; Inverts cell A, 1 to 15, of a column: XOR lights it and clears it, so one routine does both.
CELL:   PUSH    AF
        PUSH    BC
        PUSH    DE
        PUSH    HL
        LD      B,A
        LD      HL,93 * ROW     ; the row below cell 1, as an address in magic memory
        LD      E,(IX+0)
        LD      D,0
        ADD     HL,DE
        LD      DE,-PITCH * ROW
.UP:    ADD     HL,DE
        DJNZ    .UP
        LD      A,XOR_IN
        OUT     (MAGIC),A
        LD      DE,ROW - WIDTH
        LD      A,(IX+1)
        LD      C,LIT
.ROW:   LD      B,WIDTH
.BYTE:  LD      (HL),A
        INC     HL
        DJNZ    .BYTE
        ADD     HL,DE
        DEC     C
        JR      NZ,.ROW
        POP     HL
        POP     DE
        POP     BC
        POP     AF
        RET

PITCH   EQU     6               ; rows from cell to cell
LIT     EQU     4               ; rows of a cell that are lit
WIDTH   EQU     8               ; bytes of a cell: 32 pixels

; Draws a line under each column, so that silence is not an empty picture.
BASE:   LD      IX,COLUMNS
        LD      B,3
.NEXT:  LD      HL,SCREEN + 94 * ROW
        LD      E,(IX+0)
        LD      D,0
        ADD     HL,DE
        LD      C,WIDTH
        LD      A,(IX+1)
.BYTE:  LD      (HL),A
        INC     HL
        DEC     C
        JR      NZ,.BYTE
        INC     IX
        INC     IX
        DJNZ    .NEXT
        RET

; Left byte of a column, and four pixels of its value.
COLUMNS:
        DB      4,55H, 16,0AAH, 28,0FFH

; The interrupt, once in a frame. It may come between two magic writes of the main loop, so it must not do any itself.
FRAME:  PUSH    AF
        PUSH    BC
        PUSH    DE
        PUSH    HL
        LD      HL,FRAMES
        DEC     (HL)
        CALL    Z,ADVANCE
        CALL    FADE
        POP     HL
        POP     DE
        POP     BC
        POP     AF
        EI
        RET

; Begins the piece.
REWIND: LD      HL,SONG
; Begins the bar at HL. The three tones share the master oscillator: with a new value, notes that still sound would change
; their pitch. So all of them stop, as they do in the score.
ENTER:  LD      (BAR),HL
        XOR     A
        LD      (STEP),A
        LD      A,1
        LD      (FRAMES),A
        LD      A,(HL)
        OUT     (TONMO),A
        LD      HL,QUIET
        LD      (ENVS),HL
        LD      (ENVS+2),HL
        LD      (ENVS+4),HL
        RET

; Plays the next sixteenth. A bar is: TONMO, number of its notes, address of their order, the value of TONE for each note.
ADVANCE:
        LD      A,(STEP)
        CP      STEPS
        JR      C,.PLAY
        LD      HL,(BAR)
        INC     HL
        LD      E,(HL)
        LD      D,0
        ADD     HL,DE
        INC     HL
        INC     HL
        INC     HL              ; the next bar
        LD      A,(HL)
        OR      A               ; TONMO 0 is the end of the song: no note needs it
        JR      NZ,.ENTER
        LD      HL,SONG
.ENTER: CALL    ENTER
        XOR     A
.PLAY:  LD      E,A             ; the sixteenth
        INC     A
        LD      (STEP),A
        LD      A,PACE
        LD      (FRAMES),A
        LD      HL,(BAR)
        INC     HL
        INC     HL
        LD      A,(HL)
        INC     HL
        PUSH    HL
        LD      H,(HL)
        LD      L,A
        LD      D,0
        ADD     HL,DE
        LD      A,(HL)          ; the number of the note in the bar
        POP     HL
        CP      NO_NOTE
        RET     Z
        LD      E,A
        INC     HL
        ADD     HL,DE
        LD      D,(HL)          ; its TONE
; The first note of a bar is for voice A, the second for voice B, and C has all others. A and B last longer.
        LD      HL,STRING
        CP      2
        JR      C,.START
        LD      A,2
        LD      HL,PLUCK
.START: LD      C,A
        PUSH    HL
        ADD     A,TONEA
        LD      B,C
        LD      C,A
        OUT     (C),D           ; TONEA, TONEB and TONEC are neighbors
        LD      A,B
        ADD     A,A
        LD      E,A
        LD      D,0
        LD      HL,ENVS
        ADD     HL,DE
        POP     DE
        LD      (HL),E
        INC     HL
        LD      (HL),D
        RET

; Takes the next volume of each voice from its envelope.
FADE:   LD      HL,ENVS
        LD      BC,VOLUMES
.NEXT:  LD      E,(HL)
        INC     HL
        LD      D,(HL)
        LD      A,(DE)
        LD      (BC),A
        INC     DE
        LD      A,(DE)
        CP      HELD
        JR      Z,.HOLD
        LD      (HL),D
        DEC     HL
        LD      (HL),E
        INC     HL
.HOLD:  INC     HL
        INC     BC
        LD      A,C
        CP      LOW (VOLUMES + 3)
        JR      NZ,.NEXT
        LD      HL,VOLUMES
        LD      B,(HL)
        INC     HL
        LD      A,(HL)
        ADD     A,A
        ADD     A,A
        ADD     A,A
        ADD     A,A
        OR      B
        OUT     (VOLAB),A       ; B in the high nibble, A in the low one
        INC     HL
        LD      A,(HL)
        OUT     (VOLC),A
        RET

; Envelopes: a volume for each frame. A short attack, then a decay that becomes slower, as that of a string.
STRING: DB      9,12,11,11,10,10,9,9,9,8,8,8,8,7,7,7,7,7,6,6,6,6,6,6
        DB      5,5,5,5,5,5,5,5,4,4,4,4,4,4,4,4,4,4,3,3,3,3,3,3,3,3,3,3,3,3
        DB      2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,1,1,1,1,1,1,1,1,1,1,1,1,0,HELD
PLUCK:  DB      11,15,14,13,12,11,10,10,9,9,8,8,7,7,7,6,6,6,5,5,5,5,4,4,4,4,4
        DB      3,3,3,3,3,3,2,2,2,2,2,2,2,2,1,1,1,1,1,1,1,1  ; it ends in silence
QUIET:  DB      0,HELD

; COL3L to COL0L, then COL3R to COL0R: yellow, green, blue, black.
COLORS: DB      75H, 0ABH, 0EDH, 00H
        DB      75H, 0ABH, 0EDH, 00H
SILENCE:
        DB      0,0,0,0, 0,0,0,0

SETUP:  DB      CONCM,0, HORCB,41, VERBL,192
        DB      INFBK,LOW VECTOR, INLIN,ONCE, INMOD,IM_SCR
SETUPS  EQU     ($ - SETUP) / 2

; Frequencies in hundredths of a hertz, equal temperament, A4 = 440 Hz. EF is E flat, FS is F sharp.
C2      EQU     6541
CS2     EQU     6930
D2      EQU     7342
EF2     EQU     7778
E2      EQU     8241
F2      EQU     8731
FS2     EQU     9250
G2      EQU     9800
AF2     EQU     10383
A2      EQU     11000
BF2     EQU     11654
B2      EQU     12347
C3      EQU     13081
CS3     EQU     13859
D3      EQU     14683
EF3     EQU     15556
E3      EQU     16481
F3      EQU     17461
FS3     EQU     18500
G3      EQU     19600
AF3     EQU     20765
A3      EQU     22000
BF3     EQU     23308
B3      EQU     24694
C4      EQU     26163
CS4     EQU     27718
D4      EQU     29366
EF4     EQU     31113
E4      EQU     32963
F4      EQU     34923
FS4     EQU     36999
G4      EQU     39200
AF4     EQU     41530
A4      EQU     44000
BF4     EQU     46616
B4      EQU     49388
C5      EQU     52325
CS5     EQU     55437
D5      EQU     58733
EF5     EQU     62225
E5      EQU     65926
F5      EQU     69846
FS5     EQU     73999
G5      EQU     78399
AF5     EQU     83061
A5      EQU     88000

; The order of the notes in a bar. Most bars break one chord of five notes twice.
BROKEN: DB      0,1,2,3,4,2,3,4, 0,1,2,3,4,2,3,4
FALLING:
        DB      0,1,2,3,4,5,4,3, 4,3,2,3,2,6,2,6
RISING: DB      0,1,2,3,4,5,4,3, 4,3,2,3,6,7,8,6
LAST:   DB      0,1,2,3,NO_NOTE,NO_NOTE,NO_NOTE,NO_NOTE
        DB      NO_NOTE,NO_NOTE,NO_NOTE,NO_NOTE,NO_NOTE,NO_NOTE,NO_NOTE,NO_NOTE

; The assembler computes TONE for the frequency F and the divider BY of the master oscillator, rounded to the nearest.
NOTE    MACRO   BY,F
        DB      (SNDCLK * 100 / BY + F / 2) / F - 1
        ENDM

CHORD   MACRO   BY,N1,N2,N3,N4,N5
        DB      BY - 1,5
        DW      BROKEN
        NOTE    BY,N1
        NOTE    BY,N2
        NOTE    BY,N3
        NOTE    BY,N4
        NOTE    BY,N5
        ENDM

; TONE has eight bits, so a fast master oscillator cannot play the lowest notes, and a slow one is coarse for the highest.
; Each bar has the divider, TONMO + 1, with which its own notes are nearest to the scale: the worst of them is wrong by
; 8 cents, a twelfth of a semitone.
SONG:
        CHORD   14,C4,E4,G4,C5,E5
        CHORD   16,C4,D4,A4,D5,F5
        CHORD   16,B3,D4,G4,D5,F5
        CHORD   14,C4,E4,G4,C5,E5
        CHORD   20,C4,E4,A4,E5,A5
        CHORD   14,C4,D4,FS4,A4,D5
        CHORD   19,B3,D4,G4,D5,G5
        CHORD   19,B3,C4,E4,G4,C5
        CHORD   19,A3,C4,E4,G4,C5
        CHORD   35,D3,A3,D4,FS4,C5
        CHORD   21,G3,B3,D4,G4,B4
        CHORD   19,G3,BF3,E4,G4,CS5
        CHORD   30,F3,A3,D4,A4,D5
        CHORD   27,F3,AF3,D4,F4,B4
        CHORD   30,E3,G3,C4,G4,C5
        CHORD   32,E3,F3,A3,C4,F4
        CHORD   32,D3,F3,A3,C4,F4
        CHORD   42,G2,D3,G3,B3,F4
        CHORD   28,C3,E3,G3,C4,E4
        CHORD   28,C3,G3,BF3,C4,E4
        CHORD   59,F2,F3,A3,C4,E4
        CHORD   39,FS2,C3,A3,C4,EF4
        CHORD   47,AF2,F3,B3,C4,D4
        CHORD   47,G2,F3,G3,B3,D4
        CHORD   52,G2,E3,G3,C4,E4
        CHORD   36,G2,D3,G3,C4,F4
        CHORD   42,G2,D3,G3,B3,F4
        CHORD   36,G2,EF3,A3,C4,FS4
        CHORD   38,G2,E3,G3,C4,G4
        CHORD   36,G2,D3,G3,C4,F4
        CHORD   42,G2,D3,G3,B3,F4
        CHORD   66,C2,C3,G3,BF3,E4
        DB      58 - 1,7
        DW      FALLING
        NOTE    58,C2
        NOTE    58,C3
        NOTE    58,F3
        NOTE    58,A3
        NOTE    58,C4
        NOTE    58,F4
        NOTE    58,D3
        DB      33 - 1,9
        DW      RISING
        NOTE    33,C3
        NOTE    33,B3
        NOTE    33,G4
        NOTE    33,B4
        NOTE    33,D5
        NOTE    33,F5
        NOTE    33,D4
        NOTE    33,F4
        NOTE    33,E4
        DB      33 - 1,4
        DW      LAST
        NOTE    33,C3
        NOTE    33,E4
        NOTE    33,G4
        NOTE    33,C5
        DB      0
