; ACME: blocks, zones, labels of signs, macros with symbols
        !cpu 6502
        * = $0801
zp      = $fb
        !addr screen = $0400
        !set counter = 1
!macro store .value, .address {
        lda #.value
        sta .address
}
!macro wait .count {
        ldx #.count
.loop   dex
        bne .loop
}
start   lda #<text : ldx #>text         ;= 0801: A9 52 A2 08
        sta zp                          ;= 0805: 85 FB
        stx zp+1                        ;= 0807: 86 FC
        lda+2 zp                        ;= 0809: AD FB 00
        lda+1 zp                        ;= 080C: A5 FB
        sta later                       ;= 080E: 8D 20 00
        ldy #0                          ;= 0811: A0 00
-       lda (zp),y                      ;= 0813: B1 FB
        beq +                           ;= 0815: F0 06
        sta screen,y                    ;= 0817: 99 00 04
        iny                             ;= 081A: C8
        bne -                           ;= 081B: D0 F6
+       +store 5 + 1, screen + 40       ;= 081D: A9 06 8D 28 04
        +wait 3                         ;= 0822: A2 03 CA D0 FD
        +wait 4                         ;= 0827: A2 04 CA D0 FD
        jmp ++                          ;= 082C: 4C 30 08
        nop                             ;= 082F: EA
++      jsr .local                      ;= 0830: 20 33 08
.local  rts                             ;= 0833: 60
        !zone other
.local  rts                             ;= 0834: 60
        !zone {
.local  rts                             ;= 0835: 60
        jmp .local                      ;= 0836: 4C 35 08
}
later   = $20
        !if counter = 1 {
        lda #1                          ;= 0839: A9 01
        } else {
        lda #2
        }
        !ifdef missing {
        lda #3
        } else if counter > 5 {
        lda #4
        } else {
        lda #5                          ;= 083B: A9 05
        }
        !for i, 1, 3 {
        ldx #i
        }                               ;= 083D: A2 01 A2 02 A2 03
        !for j, 2 { ldy #j }            ;= 0843: A0 01 A0 02
        !set counter = counter + 1
        lda #counter                    ;= 0847: A9 02
@cheap  bne @cheap                      ;= 0849: D0 FE
        asl                             ;= 084B: 0A
        lda #>text + 1                  ;= 084C: A9 08
        lda #(>text) + 1                ;= 084E: A9 09
        lda #%1010                      ;= 0850: A9 0A
text    !text "Text", 13, 0             ;= 0852: 54 65 78 74 0D 00
        !pet "Hello"                    ;= 0858: C8 45 4C 4C 4F
        !scr "Hello@"                   ;= 085D: 48 05 0C 0C 0F 00
        !byte 1, $ff, 'a', -1           ;= 0863: 01 FF 61 FF
        !word start, *, text - start    ;= 0867: 01 08 67 08 51 00
        !16 $1234                       ;= 086D: 34 12
        !24 $123456                     ;= 086F: 56 34 12
        !32 $12345678                   ;= 0872: 78 56 34 12
        !hex 0102ff                     ;= 0876: 01 02 FF
        !fill 3, $ea                    ;= 0879: EA EA EA
        !skip 2                         ;= 087C: 00 00
        !align 7, 0                     ;= 087E: EA EA
        !pseudopc $c000 {
moved   jmp moved                       ;= 0880: 4C 00 C0
        }
        rts                             ;= 0883: 60
; labels before conditions, also before one that does not hold
-       !if 1 {
        bne -                           ;= 0884: D0 FE
        }
before  !if 0 {
        nop
        }
only    !ifdef nothing inx
        jmp only                        ;= 0886: 4C 86 08
.mine   !ifndef .mine {
        nop
        } else {
        jmp .mine                       ;= 0889: 4C 89 08
        }
        !ifdef before { jmp before }    ;= 088C: 4C 86 08
        beq +                           ;= 088F: F0 00
+       !ifdef before inx               ;= 0891: E8
