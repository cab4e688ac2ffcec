; Tapes for the Bally in a format of our own, by the tape port that cartridges such as AstroBASIC have.
;
; The arrow up (handle 1 up) records the first 128 bytes of this cartridge, the arrow down reads a tape and shows its bytes as
; pixels. The background is gray, then red while it records, yellow while it waits for a tape, blue while it reads, and at the
; end green, or magenta if the tape is damaged.
;
;     arcadian bally --cart roms/bally/tape.asm --tape-out data.wav         press the arrow up, then Ctrl-C
;     arcadian bally --cart roms/bally/tape.asm --tape-in data.wav          press the arrow down
;
; The format, with 2000 bits per second (biphase mark code):
; - The level changes at the start of each bit, and in the middle of a 1. So a 1 has two short intervals and a 0 has a long one,
;   and the polarity does not matter.
; - Each tape begins with 1,000 ones and a 0. After that come 128 bytes and the low byte of their sum, highest bits first.

        CPU     z80
        INCLUDE "bally.inc"

TAPEHI  EQU     3800H           ; a read drives the output high
TAPELO  EQU     3C00H           ; a read drives it low and returns the input, inverted, in bit 0
FLIP    EQU     2               ; the bit of the high bytes in which they differ
BLOCK   EQU     128             ; bytes on a tape
ONES    EQU     1000            ; ones before them
KNOWN   EQU     64              ; short intervals that are known to be these ones
HALF    EQU     24              ; turns of the loop that waits for half a bit, 447 T-states with all that is around it
SHORT   EQU     12              ; turns of the loop that waits for a change: half a bit has 10 at most, a whole one 14 at least
NEVER   EQU     0FFH            ; turns that are silence

GRAY    EQU     04H
YELLOW  EQU     7CH
RED     EQU     5AH
MAGENTA EQU     3AH
BLUE    EQU     0FAH
GREEN   EQU     0A4H

SHOWN   EQU     SCREEN + 40 * ROW       ; the bytes that were read
STATE   EQU     4F00H                   ; the background, as in the table above

        ORG     CART
        JP      START           ; C3, by which the on-board ROM knows a cartridge to start

; Another on-board ROM may have left other values than ours, so all registers that matter are set.
START:  DI
        LD      SP,4FCEH
        LD      HL,SCREEN
        LD      DE,SCREEN + 1
        LD      BC,STATE - SCREEN
        LD      (HL),0
        LDIR
        LD      A,192
        OUT     (VERBL),A
        LD      A,44            ; the whole line has the left colors
        OUT     (HORCB),A
        XOR     A
        OUT     (CONCM),A
        LD      A,07H           ; white pixels
        OUT     (COL3L),A
        OUT     (COL2L),A
        OUT     (COL1L),A
        LD      A,GRAY
        CALL    SHOW

; Waits until the stick is moved.
IDLE:   IN      A,(HANDLE1)
        RRA
        JR      C,RECORD
        RRA
        JR      NC,IDLE

; Reads a tape.
        LD      A,YELLOW
        CALL    SHOW
        LD      HL,TAPELO
        LD      E,(HL)          ; the last level
.LEADER:
        LD      D,KNOWN
.COUNT: CALL    CHANGE
        CP      SHORT
        JR      NC,.LEADER
        DEC     D
        JR      NZ,.COUNT
.START: CALL    CHANGE          ; the 0 at the end of the ones
        CP      NEVER
        JR      Z,.LEADER
        CP      SHORT
        JR      C,.START
        LD      A,BLUE
        CALL    SHOW
        LD      IX,SHOWN
        LD      B,BLOCK
        LD      D,0             ; the sum
.NEXT:  CALL    BYTE
        LD      (IX),C
        INC     IX
        LD      A,D
        ADD     A,C
        LD      D,A
        DJNZ    .NEXT
        CALL    BYTE
        LD      A,C
        CP      D
        LD      A,GREEN
        JR      Z,DONE
DAMAGE: LD      A,MAGENTA
DONE:   CALL    SHOW
        JR      IDLE

; Records the first bytes of this cartridge.
RECORD: LD      A,RED
        CALL    SHOW
        LD      HL,TAPELO
        LD      A,(HL)
        LD      DE,ONES
.ONE:   SCF
        CALL    SEND
        DEC     DE
        LD      A,D
        OR      E
        JR      NZ,.ONE
        OR      A
        CALL    SEND            ; the 0
        LD      IX,CART
        LD      DE,BLOCK * 256  ; the bytes to go, and their sum
.BYTE:  LD      C,(IX)
        INC     IX
        LD      A,E
        ADD     A,C
        LD      E,A
        CALL    OUTBYTE
        DEC     D
        JR      NZ,.BYTE
        LD      C,E
        CALL    OUTBYTE
        SCF                     ; a last bit, which ends the one before
        CALL    SEND
        LD      A,GREEN
        CALL    SHOW
        JP      IDLE

; Sends the byte C. Changes A, B and C.
OUTBYTE:
        LD      A,8
.BIT:   PUSH    AF
        RLC     C
        CALL    SEND
        POP     AF
        DEC     A
        JR      NZ,.BIT
        RET

; Sends the bit in the carry. HL is the address of the level. Changes A and B.
SEND:   CALL    TURN
        CALL    WAIT
        CALL    C,TURN
WAIT:   LD      B,HALF
        DJNZ    $
        RET

; Turns the level, without a change of the carry.
TURN:   LD      A,H
        BIT     FLIP,A
        SET     FLIP,A
        JR      Z,.SET
        RES     FLIP,A
.SET:   LD      H,A
        LD      A,(HL)
        RET

; Reads a byte to C. B, D, HL and IX stay.
BYTE:   PUSH    BC
        LD      C,1             ; it comes to the carry with the last bit
.BIT:   CALL    CHANGE
        CP      NEVER
        JR      Z,.LOST
        CP      SHORT
        JR      NC,.STORE       ; a 0
        CALL    CHANGE          ; the second half of a 1
        SCF
        JR      .IN
.STORE: OR      A
.IN:    RL      C
        JR      NC,.BIT
        LD      A,C
        POP     BC
        LD      C,A
        RET
.LOST:  LD      SP,4FCEH
        JP      DAMAGE

; Waits until the input changes. Returns in A how long that took, at most NEVER. E is the last level, HL is TAPELO.
CHANGE: PUSH    BC
        LD      B,0
.WAIT:  INC     B
        JR      Z,.NEVER
        LD      A,(HL)
        XOR     E
        RRA
        JR      NC,.WAIT
        LD      A,E
        XOR     1
        LD      E,A
        LD      A,B
        POP     BC
        RET
.NEVER: LD      A,NEVER
        POP     BC
        RET

; Shows a state as the background.
SHOW:   LD      (STATE),A
        OUT     (COL0L),A
        RET
