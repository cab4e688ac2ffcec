; The board of ROTATE for the 6502: sixteen letters are put in order by turning groups of
; four.
;
;   arcadian exec asm/programs/6502/rotate.asm --console
;
; A letter turns the group whose upper left letter it is, clockwise. S and a letter exchange
; it with its right neighbor, once until R. T takes the last turn back, R returns to the
; first board, Q ends. One line can have many keys. The level is the number of turns that
; mix the board; the word chooses which.
        CPU 6502
PTR     EQU $10         ; the board
BOARD   EQU $20
FIRST   EQU $30         ; the board after the mixing
COUNT   EQU $40         ; moves: four decimal digits, low byte first
SEED    EQU $42
CURSOR  EQU $44         ; the next key in the line
LEFT    EQU $45         ; turns of the mixing still to come
POS     EQU $46         ; the position of a move
LAST    EQU $47         ; the position of the turn that T takes back, or 0
SPENT   EQU $48         ; 1 after a special move
WAITS   EQU $49         ; 1 if an S waits for its letter
TEMP    EQU $4A

* = $0400
        INCLUDE "console.asm"

START:  TSX
        STX STACK
        LDA #<BOARD
        STA PTR
        LDA #>BOARD
        STA PTR+1
        LDA #<THELLO
        LDX #>THELLO
        JSR PUTS
LEVEL:  LDA #<TLEVEL
        LDX #>TLEVEL
        JSR ASK
        JSR NUMBER
        BCS LEVEL
        BEQ LEVEL
        CMP #41
        BCS LEVEL
        STA LEFT
        LDA #<TWORD
        LDX #>TWORD
        JSR ASK
        JSR HASH
        JSR MIX
        LDA #0
        STA COUNT
        STA COUNT+1
        JSR RESET
GAME:   JSR SHOW
        JSR PUTCNT
        LDA #<TKEY
        LDX #>TKEY
        JSR ASK
KEYS:   JSR NEXTC
        STX CURSOR
        BEQ GAME
        JSR PRESS
        LDX CURSOR
        JMP KEYS

; What the key A does.
PRESS:  CMP #'Q'
        BNE NOTQ
        JMP QUIT
NOTQ:   CMP #'R'
        BNE NOTR
        JMP RESET
NOTR:   CMP #'T'
        BEQ UNDO
        CMP #'S'
        BEQ SPECL
        CMP #'A'
        BCC HELP
        CMP #'P'+1
        BCS HELP
        JSR RFIND
        STA POS
        LDA WAITS
        BEQ TURN
        LDA #0          ; a special move
        STA WAITS
        LDA POS
        JSR RSPEC
        LDA #<TRIGHT
        LDX #>TRIGHT
        BCS SAY
        LDA #1
        STA SPENT
        LDA #0          ; T takes only turns back
        BEQ MOVED
TURN:   LDA POS
        JSR RTURN
        LDA #<TNONE
        LDX #>TNONE
        BCS SAY
        LDA POS
MOVED:  STA LAST
        LDA #1
        LDX #0
        JSR ADDCNT
        JSR RDONE
        BNE PRESSD
        PLA             ; the game has ended
        PLA
        JSR SHOW
        LDA #<TDONE
        LDX #>TDONE
        JSR PUTS
        JSR PUTCNT
        JSR NEWLN
        JMP LEVEL
HELP:   LDA #<THELP
        LDX #>THELP
SAY:    JMP PUTS

SPECL:  LDA #<TSPENT
        LDX #>TSPENT
        LDY SPENT
        BNE SAY
        INY
        STY WAITS
PRESSD: RTS

; Takes the last turn back by three more, and its count.
UNDO:   LDA #<TNOTHN
        LDX #>TNOTHN
        LDY LAST
        BEQ SAY
        STY POS
        JSR BACK
        LDA #0
        STA LAST
        STA WAITS
        LDA #$99        ; + 9999 is - 1
        TAX
ADDCNT: SED             ; adds A and X, in decimal digits, to the count
        CLC
        ADC COUNT
        STA COUNT
        TXA
        ADC COUNT+1
        STA COUNT+1
        CLD
        RTS

; Returns to the first board.
RESET:  LDA #0
        STA SPENT
        STA LAST
        STA WAITS
        LDX #15
RESETB: LDA FIRST,X
        STA BOARD,X
        DEX
        BPL RESETB
        RTS

; Puts the letters in order, mixes them by LEFT turns counterclockwise, and keeps the board.
MIX:    LDX #15
MIXPUT: TXA
        CLC
        ADC #'A'
        STA BOARD,X
        DEX
        BPL MIXPUT
MIXONE: JSR RANDOM
        STA POS
        JSR RTURN
        BCS MIXONE      ; no group begins there
        JSR TWICE
        DEC LEFT
        BNE MIXONE
        LDX #15
MIXEND: LDA BOARD,X
        STA FIRST,X
        DEX
        BPL MIXEND
        RTS
; Turns the group at POS three times, or twice.
BACK:   JSR ONCE
TWICE:  JSR ONCE
ONCE:   LDA POS
        JMP RTURN

; Makes the seed from the line: each character is exclusive-ored to the seed rotated.
HASH:   LDA #0
        STA SEED
        STA SEED+1
HASHNX: JSR NEXTC
        BEQ HASHED
        STA TEMP
        ASL SEED
        ROL SEED+1
        LDA SEED
        ADC #0
        EOR TEMP
        STA SEED
        JMP HASHNX
HASHED: LDA SEED        ; a seed of 0 would stay 0
        ORA SEED+1
        BNE SEEDED
        INC SEED
SEEDED: RTS

; A = a random number from 0 to 15: four steps of a shift register of 16 bits, whose
; polynomial x^16 + x^5 + x^3 + x^2 + 1 makes all 65,535 states come.
RANDOM: LDX #4
RNDBIT: ASL SEED
        ROL SEED+1
        BCC RNDNXT
        LDA SEED
        EOR #$2D
        STA SEED
RNDNXT: DEX
        BNE RNDBIT
        LDA SEED
        AND #$0F
        RTS

; Reads a number of up to two digits from the line into A, Z if it is 0, or carry.
NUMBER: LDA #0
        STA LEFT
NUMNXT: JSR NEXTC
        BEQ NUMEND
        EOR #'0'
        CMP #10
        BCS NUMBAD
        STA TEMP
        LDA LEFT
        CMP #5          ; 50 or more
        BCS NUMBAD
        ASL
        ASL
        ADC LEFT
        ASL
        ADC TEMP
        STA LEFT
        BCC NUMNXT
NUMEND: CLC
        LDA LEFT
NUMBAD: RTS

; Prints the board.
SHOW:   LDX #0
SHOROW: JSR NEWLN
SHOLET: LDA #' '
        JSR CHROUT
        LDA BOARD,X
        JSR CHROUT
        INX
        TXA
        AND #3
        BNE SHOLET
        CPX #16
        BNE SHOROW
        JMP NEWLN

; Prints the count of moves.
PUTCNT: LDA COUNT+1
        JSR PUTDEC
        LDA COUNT
PUTDEC: PHA
        LSR
        LSR
        LSR
        LSR
        JSR PUTDIG
        PLA
PUTDIG: AND #$0F
        ORA #'0'
        JMP CHROUT

THELLO: DB "LETTERS IN A SQUARE",CR,LF,0
TLEVEL: DB "LEVEL (1-40)? ",0
TWORD:  DB "A WORD FOR THE MIXING? ",0
TKEY:   DB " MOVES. KEYS? ",0
THELP:  DB "A TO P TURNS, S EXCHANGES, T TAKES BACK, R RESETS, Q ENDS.",CR,LF,0
TNONE:  DB "NO GROUP BEGINS THERE.",CR,LF,0
TRIGHT: DB "IT HAS NO RIGHT NEIGHBOR; S IS OFF.",CR,LF,0
TSPENT: DB "THE EXCHANGE IS SPENT UNTIL R.",CR,LF,0
TNOTHN: DB "T FOLLOWS A TURN.",CR,LF,0
TDONE:  DB "ALL IN ORDER. MOVES: ",0

        INCLUDE "../../6502/rturn.asm"
        INCLUDE "../../6502/rspec.asm"
        INCLUDE "../../6502/rfind.asm"
        INCLUDE "../../6502/rdone.asm"
        END START
