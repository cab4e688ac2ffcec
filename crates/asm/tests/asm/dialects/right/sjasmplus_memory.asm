; sjasmplus: memory pages, outputs and relocation
        DEVICE ZXSPECTRUM128
        ORG 8000h
start:  ld a,$$                         ;= 8000: 3E 02
        ld a,$$data                     ;= 8002: 3E 06
        ld hl,data                      ;= 8004: 21 80 C0
        DB "overwritten"                ;= 8007: 6F 76 65 72 77 72 69 74 74 65 6E
        ORG 8007h
        DB "OVER"                       ;= 8007: 4F 56 45 52
        ALIGN 16                        ;= 800B: 00 00 00 00 00
        ld a,{b start}                  ;= 8010: 3E 3E
        ld hl,{start}                   ;= 8012: 21 3E 02
        SLOT 3
        PAGE 6
        ORG 0C080h
data:   DB 6                            ;= C080: 06
        DISP 4000h
moved:  ld hl,moved                     ;= C081: 21 00 40
        ld de,$$$                       ;= C084: 11 84 C0
        ENT
        DB $$data                       ;= C087: 06
        MMU 3 n,3
        ORG 0FFFEh
        DB 1,2,3,4                      ;= FFFE: 01 02 03 04
next:   DW next                         ;= C002: 02 C0
        ORG 0C100h,4
        DB $$                           ;= C100: 04
        MMU 0C000h,0,0C200h
        DB $$                           ;= C200: 00
        SAVESNA "demo.sna",start
        SAVEBIN "demo.bin",start,16
        DEVICE NONE
        ORG 1000h
        RELOCATE_START
code:   ld hl,code                      ;= 1000: 21 00 10
        ld hl,(code+1)                  ;= 1003: 2A 01 10
        ld bc,code-code                 ;= 1006: 01 00 00
        dw code,5                       ;= 1009: 00 10 05 00
        RELOCATE_END
        RELOCATE_TABLE                  ;= 100D: 01 10 04 10 09 10
        dw relocate_count,relocate_size ;= 1013: 03 00 06 00
