; ca65: segments, scopes, labels without names, macros, structures
        .setcpu "6502"
        .macpack longbranch
        .macpack generic

        .importzp outside
        .exportzp ptr
        .segment "ZEROPAGE"
ptr:    .res 2
count:  .res 1

        .struct point
        xpos    .byte
        ypos    .word
        .endstruct

        .enum colors
        black
        white = 5
        red
        .endenum

        .define limit 3
        .define twice(n) n*2

        .macro load value, register
        .ifblank register
        lda value
        .else
        .if .xmatch({register}, y)
        ldy value
        .else
        ldx value
        .endif
        .endif
        .endmacro

        .macro skip_if_zero
        .local over
        beq over
        nop
over:
        .endmacro

        .segment "CODE"
.proc   main
        load #limit                     ;= 1000: A9 03
        load #twice(4), x               ;= 1002: A2 08
        load #1, y                      ;= 1004: A0 01
        lda outside                     ;= 1006: A5 40
        sta ptr                         ;= 1008: 85 00
        sta a:ptr                       ;= 100A: 8D 00 00
        sta z:count                     ;= 100D: 85 02
        lda later                       ;= 100F: AD 10 00
        lda #<table                     ;= 1012: A9 58
        ldx #>table+1                   ;= 1014: A2 11
        lda #.lobyte(table)             ;= 1016: A9 58
        lda #.sizeof(point)             ;= 1018: A9 03
        ldy #point::ypos                ;= 101A: A0 01
        lda #colors::red                ;= 101C: A9 06
@loop:  lda (ptr),y                     ;= 101E: B1 00
        beq :+                          ;= 1020: F0 03
        dey                             ;= 1022: 88
        bne @loop                       ;= 1023: D0 F9
:       skip_if_zero                    ;= 1025: F0 01 EA
        skip_if_zero                    ;= 1028: F0 01 EA
        bcc :-                          ;= 102B: 90 F8
        bcs :++                         ;= 102D: B0 01
:       nop                             ;= 102F: EA
:       asl                             ;= 1030: 0A
        asl a                           ;= 1031: 0A
        jeq main                        ;= 1032: D0 03 4C 00 10
        jne done                        ;= 1037: F0 03 4C 51 10
        add #1                          ;= 103C: 18 69 01
        sub (ptr),y                     ;= 103F: 38 F1 00
        bge done                        ;= 1042: B0 0D
        .repeat 3, i
        ldx #i
        .endrepeat                      ;= 1044: A2 00 A2 01 A2 02
        .scope inner
value   = 7
        lda #value                      ;= 104A: A9 07
        .endscope
        lda #inner::value               ;= 104C: A9 07
        jmp ::done                      ;= 104E: 4C 51 10
.endproc

done:   rts                             ;= 1051: 60
later   := $10
offset  .set 1
        lda #offset                     ;= 1052: A9 01
offset  .set 2
        lda #offset                     ;= 1054: A9 02
        .if .defined(done) .and (later = $10)
        lda #1                          ;= 1056: A9 01
        .elseif 0
        lda #2
        .else
        lda #3
        .endif

        .rodata
table:  .byte "text", 0, 'x', %1010, $FF, <-1 ;= 1058: 74 65 78 74 00 78 0A FF FF
        .asciiz "zero"                  ;= 1061: 7A 65 72 6F 00
        .word table, *-table            ;= 1066: 58 10 10 00
        .dbyt $1234                     ;= 106A: 12 34
        .dword $12345678                ;= 106C: 78 56 34 12
        .faraddr $123456                ;= 1070: 56 34 12
        .lobytes main, done             ;= 1073: 00 51
        .hibytes main, done             ;= 1075: 10 10
        .align 4                        ;= 1077: 00
        .tag point                      ;= 1078: 00 00 00
        .assert .sizeof(point) = 3, error, "size"
        .pushseg
        .data
        .byte 1                         ;= 108F: 01
        .popseg
        .byte 2                         ;= 107B: 02
; labels before conditions: defined where the line is reached, and before the condition asks
open:   .if 1
        jmp open                        ;= 107C: 4C 7C 10
turn:   .else
unread: .endif
        jmp turn                        ;= 107F: 4C 7F 10
:       .ifdef open
@cheap: .ifndef never
        bne :-                          ;= 1082: D0 FE
        bne @cheap                      ;= 1084: D0 FC
        .endif
shut:   .endif
        jmp shut                        ;= 1086: 4C 86 10
self:   .ifdef self
        jmp self                        ;= 1089: 4C 89 10
        .endif
unseen: .if 0
gone:   .elseif 1
        jmp unseen                      ;= 108C: 4C 8C 10
        .endif
        .ifdef gone
        nop
        .endif
