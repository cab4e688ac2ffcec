; The board of ROTATE for the 8080 and CP/M: sixteen letters are put in order by turning
; groups of four.
;
;   arcadian exec asm/programs/8080/rotate.asm --cpm
;
; A letter turns the group whose upper left letter it is, clockwise. S and a letter exchange
; it with its right neighbor, once until R. T takes the last turn back, R returns to the
; first board, Q ends. One line can have many keys. The level is the number of turns that
; mix the board; the word chooses which.
        CPU 8080
        ORG 100H

START:  LXI H,THELLO
        CALL PUTS
LEVEL:  LXI H,TLEVEL
        CALL ASK
        CALL NUMBER
        JC LEVEL
        ORA A
        JZ LEVEL
        CPI 41
        JNC LEVEL
        STA LEFT
        LXI H,TWORD
        CALL ASK
        CALL HASH
        CALL MIX
        LXI H,0
        SHLD COUNT
        CALL RESET
GAME:   CALL SHOW
        CALL PUTCNT
        LXI H,TKEY
        CALL ASK
        SHLD CURSOR
KEYS:   LHLD CURSOR
        CALL NEXTC
        SHLD CURSOR
        JZ GAME
        CALL PRESS
        JMP KEYS

; What the key A does.
PRESS:  CPI 'Q'
        JZ 0
        CPI 'R'
        JZ RESET
        CPI 'T'
        JZ UNDO
        CPI 'S'
        JZ SPECL
        CPI 'A'
        LXI H,THELP
        JC PUTS
        CPI 'P'+1
        JNC PUTS
        LXI H,BOARD
        CALL RFIND
        STA POS
        LDA WAITS
        ORA A
        JZ TURN
        XRA A           ; a special move
        STA WAITS
        LDA POS
        LXI H,BOARD
        CALL RSPEC
        LXI H,TRIGHT
        JC PUTS
        MVI A,1
        STA SPENT
        XRA A           ; T takes only turns back
        STA LAST
        JMP MOVED
TURN:   LDA POS
        LXI H,BOARD
        CALL RTURN
        LXI H,TNONE
        JC PUTS
        LDA POS
        STA LAST
MOVED:  MVI A,1
        LXI B,0
        CALL ADDCNT
        LXI H,BOARD
        CALL RDONE
        RNZ
        POP H           ; the game has ended
        CALL SHOW
        LXI H,TDONE
        CALL PUTS
        CALL PUTCNT
        CALL NEWLN
        JMP LEVEL

SPECL:  LXI H,TSPENT
        LDA SPENT
        ORA A
        JNZ PUTS
        MVI A,1
        STA WAITS
        RET

; Takes the last turn back by three more, and its count.
UNDO:   LXI H,TNOTHN
        LDA LAST
        ORA A
        JZ PUTS
        STA POS
        CALL BACK
        XRA A
        STA LAST
        STA WAITS
        MVI A,99H       ; + 9999 is - 1
        LXI B,9900H
ADDCNT: LXI H,COUNT     ; adds A and B, in decimal digits, to the count
        ADD M
        DAA
        MOV M,A
        INX H
        MOV A,B
        ADC M
        DAA
        MOV M,A
        RET

; Returns to the first board.
RESET:  XRA A
        STA SPENT
        STA LAST
        STA WAITS
        LXI H,FIRST
        LXI D,BOARD
; Copies a board from HL to DE.
COPY:   MVI B,16
COPYB:  MOV A,M
        STAX D
        INX H
        INX D
        DCR B
        JNZ COPYB
        RET

; Puts the letters in order, mixes them by LEFT turns counterclockwise, and keeps the board.
MIX:    LXI H,BOARD
        MVI A,'A'
MIXPUT: MOV M,A
        INX H
        INR A
        CPI 'Q'
        JNZ MIXPUT
MIXONE: CALL RANDOM
        STA POS
        LXI H,BOARD
        CALL RTURN
        JC MIXONE       ; no group begins there
        CALL TWICE
        LXI H,LEFT
        DCR M
        JNZ MIXONE
        LXI H,BOARD
        LXI D,FIRST
        JMP COPY
; Turns the group at POS three times, or twice.
BACK:   LDA POS
        LXI H,BOARD
        CALL RTURN
TWICE:  CALL ONCE
ONCE:   LDA POS
        LXI H,BOARD
        JMP RTURN

; Makes the seed from the line at HL: each character is exclusive-ored to the seed rotated.
HASH:   LXI D,0
HASHNX: CALL NEXTC
        JZ HASHED
        XCHG
        MOV C,A
        DAD H
        MOV A,L
        ACI 0
        XRA C
        MOV L,A
        XCHG
        JMP HASHNX
HASHED: MOV A,D         ; a seed of 0 would stay 0
        ORA E
        JNZ SEEDED
        INR E
SEEDED: XCHG
        SHLD SEED
        RET

; A = a random number from 0 to 15: four steps of a shift register of 16 bits, whose
; polynomial x^16 + x^5 + x^3 + x^2 + 1 makes all 65,535 states come.
RANDOM: LHLD SEED
        MVI B,4
RNDBIT: DAD H
        JNC RNDNXT
        MOV A,L
        XRI 2DH
        MOV L,A
RNDNXT: DCR B
        JNZ RNDBIT
        SHLD SEED
        MOV A,L
        ANI 0FH
        RET

; Reads a number of up to two digits from the line at HL into A, or carry.
NUMBER: MVI B,0
NUMNXT: CALL NEXTC
        JZ NUMEND
        SUI '0'
        RC
        CPI 10
        CMC
        RC
        MOV C,A
        MOV A,B
        CPI 5           ; 50 or more
        CMC
        RC
        ADD A
        MOV D,A
        ADD A
        ADD A
        ADD D
        ADD C
        MOV B,A
        JMP NUMNXT
NUMEND: MOV A,B
        RET

; Prints the board.
SHOW:   LXI H,BOARD
        MVI B,16
SHOROW: CALL NEWLN
SHOLET: MVI A,' '
        CALL PUTC
        MOV A,M
        CALL PUTC
        INX H
        DCR B
        MOV A,B
        ANI 3
        JNZ SHOLET
        MOV A,B
        ORA A
        JNZ SHOROW
        JMP NEWLN

; Prints the count of moves.
PUTCNT: LDA COUNT+1
        CALL PUTDEC
        LDA COUNT
PUTDEC: PUSH PSW
        RRC
        RRC
        RRC
        RRC
        CALL PUTDIG
        POP PSW
PUTDIG: ANI 0FH
        ADI '0'
        JMP PUTC

THELLO: DB 'LETTERS IN A SQUARE',CR,LF,0
TLEVEL: DB 'LEVEL (1-40)? ',0
TWORD:  DB 'A WORD FOR THE MIXING? ',0
TKEY:   DB ' MOVES. KEYS? ',0
THELP:  DB 'A TO P TURNS, S EXCHANGES, T TAKES BACK, R RESETS, Q ENDS.',CR,LF,0
TNONE:  DB 'NO GROUP BEGINS THERE.',CR,LF,0
TRIGHT: DB 'IT HAS NO RIGHT NEIGHBOR; S IS OFF.',CR,LF,0
TSPENT: DB 'THE EXCHANGE IS SPENT UNTIL R.',CR,LF,0
TNOTHN: DB 'T FOLLOWS A TURN.',CR,LF,0
TDONE:  DB 'ALL IN ORDER. MOVES: ',0

        INCLUDE "../../8080/rturn.asm"
        INCLUDE "../../8080/rspec.asm"
        INCLUDE "../../8080/rfind.asm"
        INCLUDE "../../8080/rdone.asm"
        INCLUDE "console.asm"

; What follows is not in the image.
BOARD:  DS 16
FIRST:  DS 16           ; the board after the mixing
COUNT:  DS 2            ; moves: four decimal digits, low byte first
SEED:   DS 2
CURSOR: DS 2            ; the next key in the line
LEFT:   DS 1            ; turns of the mixing still to come
POS:    DS 1            ; the position of a move
LAST:   DS 1            ; the position of the turn that T takes back, or 0
SPENT:  DS 1            ; 1 after a special move
WAITS:  DS 1            ; 1 if an S waits for its letter
        END START
