;! routine: HKHOPS
;! cpu: 6502
;! org: $0300
;! in: A = square, (PTR) -> occupied
;! out: (REACH) = reach
;! clobbers: A, X, Y, P, (OCC:32), (TODO:32), (ROW), (COLUMN), (STEP), (LIMIT), (ROOM), (LEFT), (HERE), (STARTX), (STARTY)
;! oracle: halma_kangaroo
;! at: HSCAN: (REACH:32) = reached, (TODO:32) = todo, (OCC:32) = lifted
;! invariant: lifted = others
;! invariant: todo & ~reached = 0
;! invariant: bit(reached, square)
;! invariant: reached & ~least = 0
;! invariant: (element = square or bit(reached, element)) and not bit(todo, element) implies successors(element, direction) & ~reached = 0
;! decreases: (1 << 256) - 1 - reached, todo, 1
;! at: HFROM: (ROW) = row, Y = column, X = byte, (REACH:32) = reached, (TODO:32) = todo, (OCC:32) = lifted
;! invariant: row < 16 and column < 16
;! invariant: bit(todo, 16 * row + column)
;! invariant: byte = 2 * row + column / 8
;! invariant: lifted = others
;! invariant: todo & ~reached = 0
;! invariant: bit(reached, square)
;! invariant: reached & ~least = 0
;! invariant: (element = square or bit(reached, element)) and not bit(todo, element) implies successors(element, direction) & ~reached = 0
;! expands: 16 * row + column
;! decreases: (1 << 256) - 1 - reached, todo, 0
;! bytes: 426
;! note: 1611 cycles at least, 131829 at most by calculation; not proven
;! title: Finds the squares that a piece can reach by hops in Kangaroo Halma
; Sets have 32 bytes: square 16 x row + column is bit (column mod 8) of byte 2 x row +
; column div 8. Flood fill: every square reached is in TODO until its own hops are
; explored. TODO is a set and not a stack, so at HFROM and HSCAN all state lies at fixed
; addresses and nothing is pushed. A hop has the same length before and after the
; piece; all other squares are empty.
PTR     EQU $10
ROW     EQU $12         ; the current square
COLUMN  EQU $13
STEP    EQU $14         ; distance of the rows in bytes
LIMIT   EQU $15         ; length of half the longest hop that the rows allow
ROOM    EQU $16         ; that the board allows to the side
LEFT    EQU $17         ; squares left to step on
HERE    EQU $18         ; byte of the current square
STARTX  EQU $19         ; byte of the starting square
STARTY  EQU $1A         ; its column
OCC     EQU $8000       ; the occupied squares without the hopping piece
REACH   EQU $8020       ; where it can land
TODO    EQU $8040       ; where it can land, hops not explored
0300  01 02 04 08  BITS:   DB 1,2,4,8,16,32,64,128  ; left half
0304  10 20 40 80
0308  01 02 04 08          DB 1,2,4,8,16,32,64,128  ; right half
030C  10 20 40 80
0310  AA           HKHOPS: TAX
0311  29 0F                AND #15
0313  85 13                STA COLUMN
0315  8A                   TXA
0316  4A                   LSR
0317  4A                   LSR
0318  4A                   LSR
0319  4A                   LSR
031A  85 12                STA ROW
031C  A0 1F                LDY #31
031E  B1 10        HCOPY:  LDA (PTR),Y
0320  99 00 80             STA OCC,Y
0323  A9 00                LDA #0
0325  99 20 80             STA REACH,Y
0328  99 40 80             STA TODO,Y
032B  88                   DEY
032C  10 F0                BPL HCOPY
032E  A4 13                LDY COLUMN
0330  84 1A                STY STARTY
0332  C0 08                CPY #8          ; carry: right half of the row
0334  A5 12                LDA ROW
0336  2A                   ROL             ; 2 x row + half
0337  AA                   TAX
0338  86 19                STX STARTX
033A  B9 00 03             LDA BITS,Y
033D  9D 20 80             STA REACH,X     ; no hop reaches it anew; cleared at the end
0340  9D 40 80             STA TODO,X
0343  49 FF                EOR #$FF
0345  3D 00 80             AND OCC,X
0348  9D 00 80             STA OCC,X       ; lifted: its square is empty
; Takes a square from TODO. No register matters here.
034B  A2 1E        HSCAN:  LDX #30
034D  BD 40 80     HNEXT:  LDA TODO,X
0350  1D 41 80             ORA TODO+1,X    ; both halves of a row
0353  D0 12                BNE HFOUND
0355  CA                   DEX
0356  CA                   DEX
0357  10 F4                BPL HNEXT
0359  A6 19                LDX STARTX
035B  A4 1A                LDY STARTY
035D  BD 20 80             LDA REACH,X
0360  59 00 03             EOR BITS,Y
0363  9D 20 80             STA REACH,X     ; the starting square is not a move
0366  60                   RTS
0367  8A           HFOUND: TXA
0368  4A                   LSR
0369  85 12                STA ROW
036B  A0 FF                LDY #-1
036D  BD 40 80             LDA TODO,X
0370  D0 06                BNE HCOL
0372  E8                   INX             ; the right half
0373  A0 07                LDY #7
0375  BD 40 80             LDA TODO,X
0378  C8           HCOL:   INY             ; to the column of the lowest bit
0379  4A                   LSR
037A  90 FC                BCC HCOL
; Explores the hops from ROW and COLUMN.
037C  BD 40 80     HFROM:  LDA TODO,X
037F  59 00 03             EOR BITS,Y
0382  9D 40 80             STA TODO,X      ; taken
0385  84 13                STY COLUMN
0387  86 18                STX HERE
0389  A9 FE                LDA #-2
038B  85 14                STA STEP
038D  A5 12                LDA ROW
038F  4A                   LSR             ; half of the rows above
0390  F0 03                BEQ HLEVEL
0392  20 B1 03             JSR HROW
0395  A9 00        HLEVEL: LDA #0
0397  85 14                STA STEP
0399  A9 07                LDA #7          ; the columns set the limit
039B  85 15                STA LIMIT
039D  20 EF 03             JSR HSIDE
03A0  A9 02                LDA #2
03A2  85 14                STA STEP
03A4  A5 12                LDA ROW
03A6  49 0F                EOR #15
03A8  4A                   LSR             ; of the rows below
03A9  F0 03                BEQ HDONE
03AB  20 B1 03             JSR HROW
03AE  4C 4B 03     HDONE:  JMP HSCAN
; Adds the hops along rows that are STEP bytes apart: straight, to the right and to the
; left; HSIDE only the last two. A = limit.
03B1  85 15        HROW:   STA LIMIT
03B3  85 17                STA LEFT
03B5  A6 18                LDX HERE
03B7  A4 13                LDY COLUMN
03B9  8A           HLEAP:  TXA
03BA  18                   CLC
03BB  65 14                ADC STEP
03BD  AA                   TAX
03BE  BD 00 80             LDA OCC,X
03C1  39 00 03             AND BITS,Y
03C4  D0 06                BNE HHIT        ; the first piece
03C6  C6 17                DEC LEFT
03C8  D0 EF                BNE HLEAP
03CA  F0 23                BEQ HSIDE       ; none, or no room beyond it
03CC  A5 15        HHIT:   LDA LIMIT
03CE  38                   SEC
03CF  E5 17                SBC LEFT        ; its distance - 1
03D1  85 17                STA LEFT
03D3  8A           HLAND:  TXA
03D4  18                   CLC
03D5  65 14                ADC STEP
03D7  AA                   TAX
03D8  BD 00 80             LDA OCC,X
03DB  39 00 03             AND BITS,Y
03DE  D0 0F                BNE HSIDE       ; no room to land
03E0  C6 17                DEC LEFT
03E2  10 EF                BPL HLAND       ; the same length again
03E4  BD 20 80             LDA REACH,X
03E7  39 00 03             AND BITS,Y
03EA  D0 03                BNE HSIDE       ; already reached
03EC  20 97 04             JSR HMARK
03EF  A5 13        HSIDE:  LDA COLUMN
03F1  49 0F                EOR #15
03F3  4A                   LSR             ; half of the columns on the right
03F4  F0 50                BEQ HLEFT
03F6  C5 15                CMP LIMIT
03F8  90 02                BCC HRIGHT
03FA  A5 15                LDA LIMIT
03FC  85 16        HRIGHT: STA ROOM
03FE  85 17                STA LEFT
0400  A6 18                LDX HERE
0402  A4 13                LDY COLUMN
0404  8A           HRLEAP: TXA
0405  18                   CLC
0406  65 14                ADC STEP
0408  AA                   TAX
0409  C8                   INY
040A  C0 08                CPY #8
040C  D0 01                BNE HROVER
040E  E8                   INX             ; from the left half to the right
040F  BD 00 80     HROVER: LDA OCC,X
0412  39 00 03             AND BITS,Y
0415  D0 06                BNE HRHIT
0417  C6 17                DEC LEFT
0419  D0 E9                BNE HRLEAP
041B  F0 29                BEQ HLEFT
041D  A5 16        HRHIT:  LDA ROOM
041F  38                   SEC
0420  E5 17                SBC LEFT
0422  85 17                STA LEFT
0424  8A           HRLAND: TXA
0425  18                   CLC
0426  65 14                ADC STEP
0428  AA                   TAX
0429  C8                   INY
042A  C0 08                CPY #8
042C  D0 01                BNE HRTO
042E  E8                   INX             ; from the left half to the right
042F  BD 00 80     HRTO:   LDA OCC,X
0432  39 00 03             AND BITS,Y
0435  D0 0F                BNE HLEFT
0437  C6 17                DEC LEFT
0439  10 E9                BPL HRLAND
043B  BD 20 80             LDA REACH,X
043E  39 00 03             AND BITS,Y
0441  D0 03                BNE HLEFT
0443  20 97 04             JSR HMARK
0446  A5 13        HLEFT:  LDA COLUMN
0448  4A                   LSR             ; half of the columns on the left
0449  F0 5E                BEQ HGONE
044B  C5 15                CMP LIMIT
044D  90 02                BCC HLESS
044F  A5 15                LDA LIMIT
0451  85 16        HLESS:  STA ROOM
0453  85 17                STA LEFT
0455  A6 18                LDX HERE
0457  A4 13                LDY COLUMN
0459  8A           HLLEAP: TXA
045A  18                   CLC
045B  65 14                ADC STEP
045D  AA                   TAX
045E  88                   DEY
045F  C0 07                CPY #7
0461  D0 01                BNE HLOVER
0463  CA                   DEX             ; from the right half to the left
0464  BD 00 80     HLOVER: LDA OCC,X
0467  39 00 03             AND BITS,Y
046A  D0 05                BNE HLHIT
046C  C6 17                DEC LEFT
046E  D0 E9                BNE HLLEAP
0470  60                   RTS
0471  A5 16        HLHIT:  LDA ROOM
0473  38                   SEC
0474  E5 17                SBC LEFT
0476  85 17                STA LEFT
0478  8A           HLLAND: TXA
0479  18                   CLC
047A  65 14                ADC STEP
047C  AA                   TAX
047D  88                   DEY
047E  C0 07                CPY #7
0480  D0 01                BNE HLTO
0482  CA                   DEX             ; from the right half to the left
0483  BD 00 80     HLTO:   LDA OCC,X
0486  39 00 03             AND BITS,Y
0489  D0 1E                BNE HGONE
048B  C6 17                DEC LEFT
048D  10 E9                BPL HLLAND
048F  BD 20 80             LDA REACH,X
0492  39 00 03             AND BITS,Y
0495  D0 12                BNE HGONE
; Adds bit Y of byte X to REACH and TODO.
0497  BD 20 80     HMARK:  LDA REACH,X
049A  19 00 03             ORA BITS,Y
049D  9D 20 80             STA REACH,X
04A0  BD 40 80             LDA TODO,X
04A3  19 00 03             ORA BITS,Y
04A6  9D 40 80             STA TODO,X
04A9  60           HGONE:  RTS
