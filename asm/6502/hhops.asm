;! routine: HHOPS
;! cpu: 6502
;! org: $0300
;! in: A = square, (PTR) -> occupied
;! out: (REACH) = reach
;! clobbers: A, X, Y, P, (OCC:32), (TODO:32), (ROW), (COLUMN), (OVER), (TO), (STARTX), (STARTY)
;! oracle: halma_hops
;! at: HFROM: (ROW) = row, (COLUMN) = column, (REACH:32) = reached, (TODO:32) = todo
;! invariant: row < 16 and column < 16
;! invariant: todo & ~reached = 0
;! invariant: bit(reached, square) and bit(reached, 16 * row + column)
;! invariant: reached & ~least = 0
;! invariant: element <> 16 * row + column and (element = square or bit(reached, element) and not bit(todo, element)) implies successors(element, direction) & ~reached = 0
;! expands: 16 * row + column
;! decreases: (1 << 256) - 1 - reached, todo, 1
;! at: HSCAN: (REACH:32) = reached, (TODO:32) = todo
;! invariant: todo & ~reached = 0
;! invariant: bit(reached, square)
;! invariant: reached & ~least = 0
;! invariant: element = square or bit(reached, element) and not bit(todo, element) implies successors(element, direction) & ~reached = 0
;! decreases: (1 << 256) - 1 - reached, todo, 0
;! bytes: 338
;! cycles: 1382-47431
;! title: Finds the squares that a Halma piece can reach by hops
; Sets have 32 bytes: square 16 x row + column is bit (column mod 8) of byte 2 x row +
; column div 8. Flood fill: every square reached is in TODO until its own hops are
; explored. TODO is a set and not a stack, so at HFROM and HSCAN all state lies at fixed
; addresses and nothing is pushed.
PTR     EQU $10
ROW     EQU $12         ; the current square
COLUMN  EQU $13
OVER    EQU $14         ; first byte of the row to hop over
TO      EQU $15         ; and of the row to land on
STARTX  EQU $16         ; byte of the starting square
STARTY  EQU $17         ; its column
OCC     EQU $8000       ; the occupied squares without the hopping piece
REACH   EQU $8020       ; where it can land
TODO    EQU $8040       ; where it can land, hops not explored
0300  01 02 04 08  BITS:   DB 1,2,4,8,16,32,64,128  ; left half
0304  10 20 40 80
0308  01 02 04 08          DB 1,2,4,8,16,32,64,128  ; right half
030C  10 20 40 80
0310  AA           HHOPS:  TAX
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
0330  84 17                STY STARTY
0332  C0 08                CPY #8          ; carry: right half of the row
0334  A5 12                LDA ROW
0336  2A                   ROL             ; 2 x row + half
0337  AA                   TAX
0338  86 16                STX STARTX
033A  B9 00 03             LDA BITS,Y
033D  9D 20 80             STA REACH,X     ; no hop reaches it anew; cleared at the end
0340  49 FF                EOR #$FF
0342  3D 00 80             AND OCC,X
0345  9D 00 80             STA OCC,X       ; lifted: its square is empty
; Explores the hops from ROW and COLUMN.
0348  A5 12        HFROM:  LDA ROW
034A  C9 02                CMP #2
034C  90 0C                BCC HLEVEL      ; no two rows above
034E  0A                   ASL             ; clears the carry, so SBC subtracts one more
034F  E9 01                SBC #1
0351  85 14                STA OVER
0353  E9 02                SBC #2
0355  85 15                STA TO
0357  20 B5 03             JSR HROW        ; upward
035A  A5 12        HLEVEL: LDA ROW
035C  0A                   ASL
035D  85 14                STA OVER
035F  85 15                STA TO
0361  20 E0 03             JSR HSIDE
0364  A5 12                LDA ROW
0366  C9 0E                CMP #14
0368  B0 0C                BCS HSCAN       ; no two rows below
036A  0A                   ASL
036B  69 02                ADC #2
036D  85 14                STA OVER
036F  69 02                ADC #2
0371  85 15                STA TO
0373  20 B5 03             JSR HROW        ; downward
; Takes a square from TODO. No register matters here.
0376  A2 1E        HSCAN:  LDX #30
0378  BD 40 80     HNEXT:  LDA TODO,X
037B  1D 41 80             ORA TODO+1,X    ; both halves of a row
037E  D0 12                BNE HFOUND
0380  CA                   DEX
0381  CA                   DEX
0382  10 F4                BPL HNEXT
0384  A6 16                LDX STARTX
0386  A4 17                LDY STARTY
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
; Adds the hops over row OVER to row TO: straight, to the right and to the left; HSIDE
; only the last two.
03B5  A4 13        HROW:   LDY COLUMN
03B7  C0 08                CPY #8
03B9  A5 14                LDA OVER
03BB  69 00                ADC #0
03BD  AA                   TAX
03BE  BD 00 80             LDA OCC,X
03C1  39 00 03             AND BITS,Y
03C4  F0 1A                BEQ HSIDE       ; no piece to hop over
03C6  C0 08                CPY #8
03C8  A5 15                LDA TO
03CA  69 00                ADC #0
03CC  AA                   TAX
03CD  BD 00 80             LDA OCC,X
03D0  39 00 03             AND BITS,Y
03D3  D0 0B                BNE HSIDE       ; no room to land
03D5  BD 20 80             LDA REACH,X
03D8  39 00 03             AND BITS,Y
03DB  D0 03                BNE HSIDE       ; already reached
03DD  20 3F 04             JSR HMARK
03E0  A4 13        HSIDE:  LDY COLUMN
03E2  C0 0E                CPY #14
03E4  B0 2B                BCS HLEFT       ; no two columns on the right
03E6  C8                   INY
03E7  C0 08                CPY #8
03E9  A5 14                LDA OVER
03EB  69 00                ADC #0
03ED  AA                   TAX
03EE  BD 00 80             LDA OCC,X
03F1  39 00 03             AND BITS,Y
03F4  F0 1B                BEQ HLEFT
03F6  C8                   INY
03F7  C0 08                CPY #8
03F9  A5 15                LDA TO
03FB  69 00                ADC #0
03FD  AA                   TAX
03FE  BD 00 80             LDA OCC,X
0401  39 00 03             AND BITS,Y
0404  D0 0B                BNE HLEFT
0406  BD 20 80             LDA REACH,X
0409  39 00 03             AND BITS,Y
040C  D0 03                BNE HLEFT
040E  20 3F 04             JSR HMARK
0411  A4 13        HLEFT:  LDY COLUMN
0413  C0 02                CPY #2
0415  90 3A                BCC HGONE       ; no two columns on the left
0417  88                   DEY
0418  C0 08                CPY #8
041A  A5 14                LDA OVER
041C  69 00                ADC #0
041E  AA                   TAX
041F  BD 00 80             LDA OCC,X
0422  39 00 03             AND BITS,Y
0425  F0 2A                BEQ HGONE
0427  88                   DEY
0428  C0 08                CPY #8
042A  A5 15                LDA TO
042C  69 00                ADC #0
042E  AA                   TAX
042F  BD 00 80             LDA OCC,X
0432  39 00 03             AND BITS,Y
0435  D0 1A                BNE HGONE
0437  BD 20 80             LDA REACH,X
043A  39 00 03             AND BITS,Y
043D  D0 12                BNE HGONE
; Adds bit Y of byte X to REACH and TODO.
043F  BD 20 80     HMARK:  LDA REACH,X
0442  19 00 03             ORA BITS,Y
0445  9D 20 80             STA REACH,X
0448  BD 40 80             LDA TODO,X
044B  19 00 03             ORA BITS,Y
044E  9D 40 80             STA TODO,X
0451  60           HGONE:  RTS
