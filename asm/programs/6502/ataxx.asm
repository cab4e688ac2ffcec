; Calls AWALLS, ASET, ACLONE and ACOUNT: puts walls and stones on a board of Ataxx, clones a
; stone of x, and prints how many squares x and o have, and how many are free.
;
;   arcadian exec asm/programs/6502/ataxx.asm --console
        CPU 6502
PTR     EQU $10         ; the board
COUNT   EQU $40
XCOUNT  EQU $41
OCOUNT  EQU $42
FREE    EQU $43
BOARD   EQU $50         ; 14 bytes
CELLX   EQU 1
CELLO   EQU 2

* = $0400
        INCLUDE "console.asm"

START:  LDA #<BOARD
        STA PTR
        LDA #>BOARD
        STA PTR+1
        LDA #$24        ; the walls: 8124
        LDX #$81
        JSR AWALLS
        LDY #0
EACH:   STY COUNT
        LDX STONES,Y    ; row
        BMI READY
        LDA STONES+2,Y
        PHA
        LDA STONES+1,Y
        TAY             ; column
        PLA
        JSR ASET
        LDA COUNT
        CLC
        ADC #3
        TAY
        BNE EACH
READY:  LDX #0          ; row 0, column 1
        LDY #1
        LDA #0          ; x
        JSR ACLONE
        LDA #<TNO
        LDX #>TNO
        BCS DONE
        JSR ACOUNT
        STA FREE
        STX XCOUNT
        STY OCOUNT
        LDA XCOUNT
        JSR PUTHEX
        LDA #' '
        JSR CHROUT
        LDA OCOUNT
        JSR PUTHEX
        LDA #' '
        JSR CHROUT
        LDA FREE
        JSR PUTHEX
        JMP NEWLN
DONE:   JMP PUTS

; Row, column and cell of each stone.
STONES: DB 0,0,CELLX, 6,6,CELLX, 0,6,CELLO, 6,0,CELLO, 255
TNO:    DB "NOT LEGAL",CR,LF,0

        INCLUDE "puthex.asm"
        INCLUDE "../../6502/awalls.asm"
        INCLUDE "../../6502/aset.asm"
        INCLUDE "../../6502/aclone.asm"
        INCLUDE "../../6502/acount.asm"
        END START
