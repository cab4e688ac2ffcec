; sjasmplus: several statements on a line, modules, local labels, structures, instructions that stand for several
        DEVICE NONE
        ORG 8000h
        DEFINE LIMIT 3
        DEFINE QUIET
start:  ld a,LIMIT : ld b,%101 : ld c,0b11 ;= 8000: 3E 03 06 05 0E 03
        ld hl,#1234 // comment          ;= 8006: 21 34 12
        ld hl,$1234 /* comment          ;= 8009: 21 34 12
        over lines */
.loop   djnz .loop                      ;= 800C: 10 FE
        jr .done                        ;= 800E: 18 00
.done   ret                             ;= 8010: C9
other
.loop   djnz .loop                      ;= 8011: 10 FE
        jr start.loop                   ;= 8013: 18 F7
        ld bc,de                        ;= 8015: 42 4B
        ld de,hl                        ;= 8017: 54 5D
        push bc,de                      ;= 8019: C5 D5
        sub a,b                         ;= 801B: 97 90
        sub hl,de                       ;= 801D: B7 ED 52
        add b                           ;= 8020: 80
        jp hl                           ;= 8021: E9
        ld a,(ix)                       ;= 8022: DD 7E 00
        ld a,[hl]                       ;= 8025: 7E
        ld a,xl                         ;= 8026: DD 7D
        ldi a,(hl)                      ;= 8028: 7E 23
        IFDEF QUIET
        nop                             ;= 802A: 00
        ENDIF
        IFNDEF LIMIT
        halt
        ELSE
        ld a,low start                  ;= 802B: 3E 00
        ld a,high start                 ;= 802D: 3E 80
        ENDIF
        MODULE sound
init:   ld a,1                          ;= 802F: 3E 01
        call init                       ;= 8031: CD 2F 80
        call @start                     ;= 8034: CD 00 80
        ENDMODULE
        call sound.init                 ;= 8037: CD 2F 80
        DUP 3
        inc a
        EDUP                            ;= 803A: 3C 3C 3C
        DUP 2, n
        ld b,n
        EDUP                            ;= 803D: 06 00 06 01
        MACRO wait count,register
        ld register,count
.again  dec register
        jr nz,.again
        ENDM
        wait 5,b                        ;= 8041: 06 05 05 20 FD
        wait 6,c                        ;= 8046: 0E 06 0D 20 FD
value = 1
        ld a,value                      ;= 804B: 3E 01
value = 2
        ld a,value                      ;= 804D: 3E 02
1       djnz 1B                         ;= 804F: 10 FE
        jr 1F                           ;= 8051: 18 00
1       nop                             ;= 8053: 00
        STRUCT point
x       BYTE 1
y       WORD 2
        ENDS
        ld a,(ix+point.y)               ;= 8054: DD 7E 01
        ld a,point                      ;= 8057: 3E 03
origin  point                           ;= 8059: 01 02 00
        ld hl,origin.y                  ;= 805C: 21 5A 80
text    db "text",0,'it''s'             ;= 805F: 74 65 78 74 00 69 74 27 73
        dz "zero"                       ;= 8068: 7A 65 72 6F 00
        dc "high"                       ;= 806D: 68 69 67 E8
        dw text,$-text                  ;= 8071: 5F 80 12 00
        hex 0102FF                      ;= 8075: 01 02 FF
        block 2,0xAA                    ;= 8078: AA AA
        ALIGN 8                         ;= 807A: 00 00 00 00 00 00
        DISP 0C000h
moved:  jp moved                        ;= 8080: C3 00 C0
        ENT
        ASSERT $ > 8000h
; labels before conditions
open:   IF 1
        jp open                         ;= 8083: C3 83 80
        ENDIF
unseen: IF 0
        nop
gone:   ELSE
        jp unseen                       ;= 8086: C3 86 80
        ENDIF
        IFDEF gone
        nop
        ENDIF
