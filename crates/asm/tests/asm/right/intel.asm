; Intel's syntax
        CPU     8080
        ORG     100H
BDOS    EQU     5
START:  LXI     H,TABLE         ;= 0100: 21 3C 01
        mvi     a,10h           ;= 3E 10
        MVI     M,-1            ;= 36 FF
loop    MOV     B,M             ;= 0107: 46
        INX     H               ;= 23
        DCR     A               ;= 3D
        JNZ     LOOP            ;= C2 07 01
        CALL    BDOS            ;= CD 05 00
        RST     7               ;= FF
        PUSH    PSW             ;= F5
        STAX    D               ;= 12
        DAD     SP              ;= 39
        IN      10H             ;= DB 10
        OUT     0FFH            ;= D3 FF
        NOP.08                  ;= 08
        JMP.CB  START           ;= CB 00 01
        JMP     $               ;= 011C: C3 1C 01
        JMP     $+3             ;= C3 22 01
        CPI     'A'             ;= FE 41
        LXI     D,'AB'          ;= 11 42 41
        MVI     A,(1+2)*3       ;= 3E 09
        ADI     LOW TABLE       ;= C6 3C
        ADI     HIGH TABLE      ;= C6 01
        MVI     A,17Q           ;= 3E 0F
        MVI     A,17O           ;= 3E 0F
        MVI     A,1010B         ;= 3E 0A
        MVI     A,12D           ;= 3E 0C
        MVI     A,NOT 0         ;= 3E FF
        CP      START           ;= F4 00 01
        DS      2
TABLE:  DB      1,2,'IT''S; OK',0 ;= 013C: 01 02 49 54 27 53 3B 20 4F 4B 00
        DW      TABLE,0FFFFH,-2 ;= 3C 01 FF FF FE FF
        END     START
