;! routine: WBIT
;! cpu: 6502
;! org: $0300
;! in: A = square
;! out: A = bit, Y = byte, X = mask
;! clobbers: P, (HERE)
;! oracle: w_bit
;! bytes: 95
;! cycles: 44
;! title: Returns the bit of a square in the W system
; Square = 8 * row + column, from the top: a8 is 0, h1 is 63. Bit n is bit n MOD 8 of
; byte n / 8 of a board; the mask selects it.
HERE    EQU $10
0300  AA           WBIT:   TAX
0301  BD 1F 03             LDA BITS,X
0304  85 10                STA HERE
0306  4A                   LSR A
0307  4A                   LSR A
0308  4A                   LSR A
0309  48                   PHA             ; the byte
030A  A5 10                LDA HERE
030C  29 07                AND #7
030E  A8                   TAY
030F  BE 17 03             LDX POWERS,Y    ; the mask
0312  68                   PLA
0313  A8                   TAY
0314  A5 10                LDA HERE
0316  60                   RTS
0317  01 02 04 08  POWERS: DB 1,2,4,8,16,32,64,128
031B  10 20 40 80
; The bits of the squares, a8 to h1.
031F               BITS:
031F  3F 17 16 15          DB 63,23,22,21,0,1,2,60
0323  00 01 02 3C
0327  0B 26 10 38          DB 11,38,16,56,29,19,50,35
032B  1D 13 32 23
032F  0A 37 25 0F          DB 10,55,37,15,18,49,28,34
0333  12 31 1C 22
0337  09 11 36 24          DB 9,17,54,36,48,27,20,33
033B  30 1B 14 21
033F  39 2C 33 18          DB 57,44,51,24,12,30,41,3
0343  0C 1E 29 03
0347  3A 34 19 2A          DB 58,52,25,42,39,13,31,4
034B  27 0D 1F 04
034F  3B 1A 2B 35          DB 59,26,43,53,32,40,14,5
0353  20 28 0E 05
0357  3E 08 07 06          DB 62,8,7,6,45,46,47,61
035B  2D 2E 2F 3D
