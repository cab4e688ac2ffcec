; What ACME does by rules of its own. Bytes compared with ACME 0.97.
* = $f0
near
; the digits of a number give the width of an address
        lda $fb                         ;= 00F0: A5 FB
        lda $00fb                       ;= 00F2: AD FB 00
        lda %000000001                  ;= 00F5: AD 01 00
        lda &0001                       ;= 00F8: AD 01 00
wide = $0012
        sta wide                        ;= 00FB: 8D 12 00
        sta wide + 1                    ;= 00FE: 8D 13 00
        sta <wide                       ;= 0101: 85 12
; a name that is used above its definition is wide everywhere, a byte of it is not
        ldx later                       ;= 0103: AE 05 00
later = 5
        ldx later                       ;= 0106: AE 05 00
        ldx <behind                     ;= 0109: A6 0D
        ldy near                        ;= 010B: A4 F0
behind
; operators
        !32 2^3^2, -2^2, 1 + 2 << 1, -1 >>> 60, 3 < 2 != 1, 5 & 4 = 4, !0, <$1234 + 1 ;= 010D: 00 02 00 00 FC FF FF FF 06 00 00 00 0F 00 00 00 01 00 00 00 01 00 00 00 FF FF FF FF 35 00 00 00
        !8 1 >< 2, 7 xor 2 or 8         ;= 012D: 01 0D
; strings, characters
        !pet "aB", 'a' + 1              ;= 012F: 41 C2 42
        !scr "aB@", 'b'                 ;= 0132: 01 42 00 02
        !be24 $123456                   ;= 0136: 12 34 56
        !be32 $12345678                 ;= 0139: 12 34 56 78
; counters are numbers, which stay
        !for i, 1, -1 { !8 i, 5-i, i^2 } ;= 013D: 01 04 01 00 05 00 FF 06 01
        !8 i                            ;= 0146: FE
        !for k, 2 { !8 k }              ;= 0147: 01 02
        !8 k                            ;= 0149: 02
        !set n = 0
        !do { !8 n
        !set n = n + 1
        } until n = 2                   ;= 014A: 00 01
        !do while n < 4 { !set n = n + 1 }
        !8 n                            ;= 014C: 04
; macros: by the number of arguments, by reference, with labels of their own
        !macro put .a { !8 .a }
        !macro put .a, .b { !8 .b, .a }
        !macro next ~.v { !set .v = .v + 1 }
        !macro skip { beq +
        nop
+       }
        +put 1                          ;= 014D: 01
        +put 1, 2                       ;= 014E: 02 01
        +next ~n
        !8 n                            ;= 0150: 05
        beq +                           ;= 0151: F0 03
        +skip                           ;= 0153: F0 01 EA
+       nop                             ;= 0156: EA
; addresses of blocks in blocks
        !pseudopc $1000 {
        !16 *                           ;= 0157: 00 10
        !pseudopc $2000 {
        !16 *                           ;= 0159: 00 20
        }
        !16 *                           ;= 015B: 04 10
        !align 15, 0                    ;= 015D: EA EA EA EA EA EA EA EA EA EA
        }
        !16 *                           ;= 0167: 67 01
