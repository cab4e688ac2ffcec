; The console of CP/M for the programs of this folder: lines in, characters and texts out.
BDOS    EQU 5
CR      EQU 13
LF      EQU 10

; Prints the character A. Keeps all registers.
PUTC:   PUSH PSW
        PUSH B
        PUSH D
        PUSH H
        MOV E,A
        MVI C,2
        CALL BDOS
        POP H
        POP D
        POP B
        POP PSW
        RET

; Prints the text at HL, which a 0 ends. Returns HL after it.
PUTS:   MOV A,M
        INX H
        ORA A
        RZ
        CALL PUTC
        JMP PUTS

; Begins a new line. Keeps the registers but A.
NEWLN:  MVI A,CR
        CALL PUTC
        MVI A,LF
        JMP PUTC

; Prints the text at HL and reads a line. Returns HL at its first character; a 0 ends it.
; The end of the input ends the program.
ASK:    CALL PUTS
        LXI D,LINE
        MVI C,10
        CALL BDOS
        CALL NEWLN
        LXI H,LINE+1
        MOV E,M
        MVI D,0
        INX H
        XCHG
        DAD D
        MVI M,0
        XCHG
        MOV A,M
        CPI 1AH         ; Ctrl-Z
        RNZ
        JMP 0

; Reads the next character of the line at HL, in upper case and without blanks, into A.
; At the end it is 0, and Z.
NEXTC:  MOV A,M
        ORA A
        RZ
        INX H
        CPI ' '
        JZ NEXTC
        CPI 'a'
        RC
        SUI 20H
        RET

; The buffer: its size, the length of the line, the line. A program includes this file last,
; so that it is not in the image.
LINE:   DB 40,0
        DS 41
