; sjasmplus: arrays of texts, structures with values, labels in instructions, column one
        ORG 8000h
        DEFARRAY words 1,"two",<3,4>,words[#]
        db words[0],words[1],words[2],words[#] ;= 8000: 01 74 77 6F 03 04 04
        DEFARRAY+ words 5
index = 4
        db words[index]                 ;= 8007: 05
        STRUCT point
x       BYTE 1
y       WORD 2
        ENDS
        STRUCT line,1
from    point
to      point 3,4
name    TEXT 4,{"ab"}
gap     BLOCK 2,0FFh
        ENDS
one     point                           ;= 8008: 01 02 00
        point 5                         ;= 800B: 05 02 00
        point {,6}                      ;= 800E: 01 06 00
two     line                            ;= 8011: 00 01 02 00 03 04 00 61 62 62 62 FF FF
three   line {7,8,{9,10},{'x'}}         ;= 801E: 00 07 08 00 09 0A 00 78 62 62 62 FF FF
four    point = 9000h
        ld hl,four.y                    ;= 802B: 21 01 90
        ld hl,three.to.x                ;= 802E: 21 22 80
        db point,line,line.to           ;= 8031: 03 0D 04
again+1:ld a,5                          ;= 8034: 3E 05
        ld (again),a                    ;= 8036: 32 35 80
value+*:ld (ix+3),6                     ;= 8039: DD 36 03 06
        ld hl,value                     ;= 803D: 21 3C 80
nop     scf:ccf                         ;= 8040: 37 3F
        .3 inc a                        ;= 8042: 3C 3C 3C
        .(1+1) db 1                     ;= 8045: 01 01
!quiet  nop                             ;= 8047: 00
.local  jr .local                       ;= 8048: 18 FE
        jr nop.local                    ;= 804A: 18 FC
        MACRO pair first,second
label_first: db first,second
        ENDM
        pair second=1,first=2           ;= 804C: 02 01
        pair <3>,4                      ;= 804E: 03 04
        ld hl,label_2                   ;= 8050: 21 4C 80
        dw label_3                      ;= 8053: 4E 80
        ABYTE 1 "AB",3                  ;= 8055: 42 43 04
        ABYTEZ 0 "C"                    ;= 8058: 43 00
        DC "AB",'C'                     ;= 805A: 41 C2 43
        DP "xyz"                        ;= 805D: 03 78 79 7A
        DG #-#-#-#-  .##..##.           ;= 8061: AA 66
        db "Z"Z,"AC"C                   ;= 8063: 5A 00 41 C3
        db %1100'0011,12'3              ;= 8067: C3 7B
        ld a,b,b,c                      ;= 8069: 78 41
        add a,b,c                       ;= 806B: 80 81
        ld bc,(ix+1)                    ;= 806D: DD 4E 01 DD 46 02
        ldi hl,(iy)                     ;= 8073: FD 6E 00 FD 23 FD 66 00 FD 23
        ld a,low bc                     ;= 807D: 79
        ex hl,de                        ;= 807E: EB
        OPT push reset --syntax=a --reversepop
        pop bc,de                       ;= 807F: D1 C1
        sub a,b                         ;= 8081: 90
        ld a,b,,c,d                     ;= 8082: 78 4A
        OPT pop
        pop bc,de                       ;= 8084: C1 D1
        sub a,b                         ;= 8086: 97 90
        /* comments /* inside each other */ */
        db ABS -5,exist start,exist nop ;= 8088: 05 00 FF
1       djnz 1_B                        ;= 808B: 10 FE
