; expressions
        CPU     Z80
        DEFB    1+2*3, (1+2)*3, 7/2, -7/2, 7 MOD 4      ;= 07 09 03 FD 03
        DEFB    1 SHL 4, 80H SHR 3, 1<<4, $80>>3        ;= 10 10 10 10
        DEFB    6 AND 3, 6 OR 3, 6 XOR 3, 6&3, 6|3, 6^3 ;= 02 07 05 02 07 05
        DEFB    1 EQ 1, 1 NE 1, 1 LT 2, 2 LE 1, 1 GT 2, 2 GE 2 ;= FF 00 FF 00 00 FF
        DEFB    1=1, 1==2, 1<>2, 1!=1, 1<2, 1>2, 1<=1, 1>=2 ;= FF 00 FF 00 FF 00 FF 00
        DEFB    NOT 0, ~0FH, NOT 1 EQ 1, -1             ;= FF F0 00 FF
        DEFB    HIGH 1234H, LOW 1234H, HIGH 1234H+1     ;= 12 34 13
        DEFB    <1234H+1, >1234H+1, >12FFH+1            ;= 35 12 13
        DEFB    1+2 EQ 3 AND 4 GT 3, 5 AND NOT 1        ;= FF 04
        DEFW    10-2-3, 100/10/2, %1111 * 2             ;= 05 00 05 00 1E 00
        DEFW    'A', 'AB', "A"+1                        ;= 41 00 42 41 42 00
        DEFW    (C1), C1 SHR 8                          ;= 34 12 12 00
C1      EQU     C2+1
C2      EQU     C3
C3      EQU     1233H
