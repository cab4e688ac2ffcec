; A console for the programs of this folder: lines in, characters and texts out.
CHRIN   EQU $FFCF       ; reads a byte into A
CHROUT  EQU $FFD2       ; prints A
CR      EQU 13
LF      EQU 10
TEXT    EQU $F0         ; the text that is printed
STACK   EQU $F2         ; the stack pointer at the start
LINE    EQU $0200       ; the line that was read, which a 0 ends
LONGEST EQU 40

; Prints the text at A (low) and X (high), which a 0 ends.
PUTS:   STA TEXT
        STX TEXT+1
        LDY #0
PUTNXT: LDA (TEXT),Y
        BEQ PUTEND
        JSR CHROUT
        INY
        BNE PUTNXT
PUTEND: RTS

; Begins a new line. Keeps X and Y.
NEWLN:  LDA #CR
        JSR CHROUT
        LDA #LF
        JMP CHROUT

; Prints the text at A and X and reads a line. Returns X = 0 for NEXTC. The end of the
; input ends the program.
ASK:    JSR PUTS
        LDX #0
ASKNXT: JSR CHRIN
        CMP #$1A        ; Ctrl-Z
        BEQ QUIT
        CMP #CR
        BEQ ASKEND
        CPX #LONGEST
        BCS ASKNXT
        STA LINE,X
        INX
        BNE ASKNXT
ASKEND: LDA #0
        STA LINE,X
        TAX
        JMP NEWLN

; Returns to the caller of the program.
QUIT:   LDX STACK
        TXS
        RTS

; Reads character X of the line, in upper case and without blanks, into A, and counts X.
; At the end A is 0, and Z.
NEXTC:  LDA LINE,X
        BEQ NEXTED
        INX
        CMP #' '
        BEQ NEXTC
        CMP #'a'
        BCC NEXTED
        SBC #$20        ; the carry is set
NEXTED: RTS
