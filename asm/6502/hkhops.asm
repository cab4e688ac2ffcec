;! routine: HKHOPS
;! cpu: 6502
;! org: $0300
;! in: A = square, (PTR) -> occupied
;! out: (REACH) = reach
;! clobbers: A, X, Y, P, (OCC:32), (TODO:32), (ROW), (COLUMN), (STEP), (LIMIT), (ROOM), (LEFT), (HERE), (STARTX), (STARTY)
;! oracle: halma_kangaroo
;! bytes: 430
;! cycles: 1562-131829     the maximum is an upper bound
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
0340  49 FF                EOR #$FF
0342  3D 00 80             AND OCC,X
0345  9D 00 80             STA OCC,X       ; lifted: its square is empty
; Explores the hops from ROW and COLUMN.
0348  A9 FE        HFROM:  LDA #-2
034A  85 14                STA STEP
034C  A5 13                LDA COLUMN
034E  C9 08                CMP #8          ; carry: right half of the row
0350  A5 12                LDA ROW
0352  2A                   ROL
0353  85 18                STA HERE
0355  A5 12                LDA ROW
0357  4A                   LSR             ; half of the rows above
0358  F0 03                BEQ HLEVEL
035A  20 B5 03             JSR HROW
035D  A9 00        HLEVEL: LDA #0
035F  85 14                STA STEP
0361  A9 07                LDA #7          ; the columns set the limit
0363  85 15                STA LIMIT
0365  20 F3 03             JSR HSIDE
0368  A9 02                LDA #2
036A  85 14                STA STEP
036C  A5 12                LDA ROW
036E  49 0F                EOR #15
0370  4A                   LSR             ; of the rows below
0371  F0 03                BEQ HSCAN
0373  20 B5 03             JSR HROW
; Takes a square from TODO. No register matters here.
0376  A2 1E        HSCAN:  LDX #30
0378  BD 40 80     HNEXT:  LDA TODO,X
037B  1D 41 80             ORA TODO+1,X    ; both halves of a row
037E  D0 12                BNE HFOUND
0380  CA                   DEX
0381  CA                   DEX
0382  10 F4                BPL HNEXT
0384  A6 19                LDX STARTX
0386  A4 1A                LDY STARTY
0388  BD 20 80             LDA REACH,X
038B  59 00 03             EOR BITS,Y
038E  9D 20 80             STA REACH,X     ; the starting square is not a move
0391  60                   RTS
0392  8A           HFOUND: TXA
0393  4A                   LSR
0394  85 12                STA ROW
0396  A0 FF                LDY #-1
0398  BD 40 80             LDA TODO,X
039B  D0 06                BNE HCOL
039D  E8                   INX             ; the right half
039E  A0 07                LDY #7
03A0  BD 40 80             LDA TODO,X
03A3  C8           HCOL:   INY             ; to the column of the lowest bit
03A4  4A                   LSR
03A5  90 FC                BCC HCOL
03A7  84 13                STY COLUMN
03A9  BD 40 80             LDA TODO,X
03AC  59 00 03             EOR BITS,Y
03AF  9D 40 80             STA TODO,X
03B2  4C 48 03             JMP HFROM
; Adds the hops along rows that are STEP bytes apart: straight, to the right and to the
; left; HSIDE only the last two. A = limit.
03B5  85 15        HROW:   STA LIMIT
03B7  85 17                STA LEFT
03B9  A6 18                LDX HERE
03BB  A4 13                LDY COLUMN
03BD  8A           HLEAP:  TXA
03BE  18                   CLC
03BF  65 14                ADC STEP
03C1  AA                   TAX
03C2  BD 00 80             LDA OCC,X
03C5  39 00 03             AND BITS,Y
03C8  D0 06                BNE HHIT        ; the first piece
03CA  C6 17                DEC LEFT
03CC  D0 EF                BNE HLEAP
03CE  F0 23                BEQ HSIDE       ; none, or no room beyond it
03D0  A5 15        HHIT:   LDA LIMIT
03D2  38                   SEC
03D3  E5 17                SBC LEFT        ; its distance - 1
03D5  85 17                STA LEFT
03D7  8A           HLAND:  TXA
03D8  18                   CLC
03D9  65 14                ADC STEP
03DB  AA                   TAX
03DC  BD 00 80             LDA OCC,X
03DF  39 00 03             AND BITS,Y
03E2  D0 0F                BNE HSIDE       ; no room to land
03E4  C6 17                DEC LEFT
03E6  10 EF                BPL HLAND       ; the same length again
03E8  BD 20 80             LDA REACH,X
03EB  39 00 03             AND BITS,Y
03EE  D0 03                BNE HSIDE       ; already reached
03F0  20 9B 04             JSR HMARK
03F3  A5 13        HSIDE:  LDA COLUMN
03F5  49 0F                EOR #15
03F7  4A                   LSR             ; half of the columns on the right
03F8  F0 50                BEQ HLEFT
03FA  C5 15                CMP LIMIT
03FC  90 02                BCC HRIGHT
03FE  A5 15                LDA LIMIT
0400  85 16        HRIGHT: STA ROOM
0402  85 17                STA LEFT
0404  A6 18                LDX HERE
0406  A4 13                LDY COLUMN
0408  8A           HRLEAP: TXA
0409  18                   CLC
040A  65 14                ADC STEP
040C  AA                   TAX
040D  C8                   INY
040E  C0 08                CPY #8
0410  D0 01                BNE HROVER
0412  E8                   INX             ; from the left half to the right
0413  BD 00 80     HROVER: LDA OCC,X
0416  39 00 03             AND BITS,Y
0419  D0 06                BNE HRHIT
041B  C6 17                DEC LEFT
041D  D0 E9                BNE HRLEAP
041F  F0 29                BEQ HLEFT
0421  A5 16        HRHIT:  LDA ROOM
0423  38                   SEC
0424  E5 17                SBC LEFT
0426  85 17                STA LEFT
0428  8A           HRLAND: TXA
0429  18                   CLC
042A  65 14                ADC STEP
042C  AA                   TAX
042D  C8                   INY
042E  C0 08                CPY #8
0430  D0 01                BNE HRTO
0432  E8                   INX             ; from the left half to the right
0433  BD 00 80     HRTO:   LDA OCC,X
0436  39 00 03             AND BITS,Y
0439  D0 0F                BNE HLEFT
043B  C6 17                DEC LEFT
043D  10 E9                BPL HRLAND
043F  BD 20 80             LDA REACH,X
0442  39 00 03             AND BITS,Y
0445  D0 03                BNE HLEFT
0447  20 9B 04             JSR HMARK
044A  A5 13        HLEFT:  LDA COLUMN
044C  4A                   LSR             ; half of the columns on the left
044D  F0 5E                BEQ HGONE
044F  C5 15                CMP LIMIT
0451  90 02                BCC HLESS
0453  A5 15                LDA LIMIT
0455  85 16        HLESS:  STA ROOM
0457  85 17                STA LEFT
0459  A6 18                LDX HERE
045B  A4 13                LDY COLUMN
045D  8A           HLLEAP: TXA
045E  18                   CLC
045F  65 14                ADC STEP
0461  AA                   TAX
0462  88                   DEY
0463  C0 07                CPY #7
0465  D0 01                BNE HLOVER
0467  CA                   DEX             ; from the right half to the left
0468  BD 00 80     HLOVER: LDA OCC,X
046B  39 00 03             AND BITS,Y
046E  D0 05                BNE HLHIT
0470  C6 17                DEC LEFT
0472  D0 E9                BNE HLLEAP
0474  60                   RTS
0475  A5 16        HLHIT:  LDA ROOM
0477  38                   SEC
0478  E5 17                SBC LEFT
047A  85 17                STA LEFT
047C  8A           HLLAND: TXA
047D  18                   CLC
047E  65 14                ADC STEP
0480  AA                   TAX
0481  88                   DEY
0482  C0 07                CPY #7
0484  D0 01                BNE HLTO
0486  CA                   DEX             ; from the right half to the left
0487  BD 00 80     HLTO:   LDA OCC,X
048A  39 00 03             AND BITS,Y
048D  D0 1E                BNE HGONE
048F  C6 17                DEC LEFT
0491  10 E9                BPL HLLAND
0493  BD 20 80             LDA REACH,X
0496  39 00 03             AND BITS,Y
0499  D0 12                BNE HGONE
; Adds bit Y of byte X to REACH and TODO.
049B  BD 20 80     HMARK:  LDA REACH,X
049E  19 00 03             ORA BITS,Y
04A1  9D 20 80             STA REACH,X
04A4  BD 40 80             LDA TODO,X
04A7  19 00 03             ORA BITS,Y
04AA  9D 40 80             STA TODO,X
04AD  60           HGONE:  RTS
