;! routine: HHOPS
;! cpu: 6502
;! org: $0300
;! in: A = square, (PTR) -> occupied
;! out: (REACH) = reach
;! clobbers: A, X, Y, P, (OCC:32), (TODO:32), (ROW), (COLUMN), (OVER), (TO), (STARTX), (STARTY)
;! oracle: halma_hops
;! at: HSCAN: (REACH:32) = reached, (TODO:32) = todo, (OCC:32) = lifted
;! invariant: lifted = others
;! invariant: todo & ~reached = 0
;! invariant: bit(reached, square)
;! invariant: reached & ~least = 0
;! invariant: reached & ~(sum(r in 0..8: 21845 << 32 * r) << (square & 17)) = 0
;! invariant: (element = square or bit(reached, element)) and not bit(todo, element) implies successors(element, direction) & ~reached = 0
;! decreases: (1 << 256) - 1 - reached, todo, 1
;! remaining: if todo = 0 then 298 else 513, 1174 * popcount((~reached | todo) & (sum(r in 0..8: 21845 << 32 * r) << (square & 17))) + 298
;! at: HFROM: (ROW) = row, Y = column, X = byte, (REACH:32) = reached, (TODO:32) = todo, (OCC:32) = lifted
;! invariant: row < 16 and column < 16
;! invariant: bit(todo, 16 * row + column)
;! invariant: byte = 2 * row + column / 8
;! invariant: lifted = others
;! invariant: todo & ~reached = 0
;! invariant: bit(reached, square)
;! invariant: reached & ~least = 0
;! invariant: reached & ~(sum(r in 0..8: 21845 << 32 * r) << (square & 17)) = 0
;! invariant: (element = square or bit(reached, element)) and not bit(todo, element) implies successors(element, direction) & ~reached = 0
;! expands: 16 * row + column
;! decreases: (1 << 256) - 1 - reached, todo, 0
;! remaining: 478, 1174 * popcount((~reached | todo) & (sum(r in 0..8: 21845 << 32 * r) << (square & 17))) + 298 - 346
;! bytes: 341
;! cycles: 1441-76393     the maximum is an upper bound
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
0359  A6 16                LDX STARTX
035B  A4 17                LDY STARTY
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
0387  A5 12                LDA ROW
0389  C9 02                CMP #2
038B  90 0C                BCC HLEVEL      ; no two rows above
038D  0A                   ASL             ; clears the carry, so SBC subtracts one more
038E  E9 01                SBC #1
0390  85 14                STA OVER
0392  E9 02                SBC #2
0394  85 15                STA TO
0396  20 B8 03             JSR HROW        ; upward
0399  A5 12        HLEVEL: LDA ROW
039B  0A                   ASL
039C  85 14                STA OVER
039E  85 15                STA TO
03A0  20 E3 03             JSR HSIDE
03A3  A5 12                LDA ROW
03A5  C9 0E                CMP #14
03A7  B0 0C                BCS HDONE       ; no two rows below
03A9  0A                   ASL
03AA  69 02                ADC #2
03AC  85 14                STA OVER
03AE  69 02                ADC #2
03B0  85 15                STA TO
03B2  20 B8 03             JSR HROW        ; downward
03B5  4C 4B 03     HDONE:  JMP HSCAN
; Adds the hops over row OVER to row TO: straight, to the right and to the left; HSIDE
; only the last two.
03B8  A4 13        HROW:   LDY COLUMN
03BA  C0 08                CPY #8
03BC  A5 14                LDA OVER
03BE  69 00                ADC #0
03C0  AA                   TAX
03C1  BD 00 80             LDA OCC,X
03C4  39 00 03             AND BITS,Y
03C7  F0 1A                BEQ HSIDE       ; no piece to hop over
03C9  C0 08                CPY #8
03CB  A5 15                LDA TO
03CD  69 00                ADC #0
03CF  AA                   TAX
03D0  BD 00 80             LDA OCC,X
03D3  39 00 03             AND BITS,Y
03D6  D0 0B                BNE HSIDE       ; no room to land
03D8  BD 20 80             LDA REACH,X
03DB  39 00 03             AND BITS,Y
03DE  D0 03                BNE HSIDE       ; already reached
03E0  20 42 04             JSR HMARK
03E3  A4 13        HSIDE:  LDY COLUMN
03E5  C0 0E                CPY #14
03E7  B0 2B                BCS HLEFT       ; no two columns on the right
03E9  C8                   INY
03EA  C0 08                CPY #8
03EC  A5 14                LDA OVER
03EE  69 00                ADC #0
03F0  AA                   TAX
03F1  BD 00 80             LDA OCC,X
03F4  39 00 03             AND BITS,Y
03F7  F0 1B                BEQ HLEFT
03F9  C8                   INY
03FA  C0 08                CPY #8
03FC  A5 15                LDA TO
03FE  69 00                ADC #0
0400  AA                   TAX
0401  BD 00 80             LDA OCC,X
0404  39 00 03             AND BITS,Y
0407  D0 0B                BNE HLEFT
0409  BD 20 80             LDA REACH,X
040C  39 00 03             AND BITS,Y
040F  D0 03                BNE HLEFT
0411  20 42 04             JSR HMARK
0414  A4 13        HLEFT:  LDY COLUMN
0416  C0 02                CPY #2
0418  90 3A                BCC HGONE       ; no two columns on the left
041A  88                   DEY
041B  C0 08                CPY #8
041D  A5 14                LDA OVER
041F  69 00                ADC #0
0421  AA                   TAX
0422  BD 00 80             LDA OCC,X
0425  39 00 03             AND BITS,Y
0428  F0 2A                BEQ HGONE
042A  88                   DEY
042B  C0 08                CPY #8
042D  A5 15                LDA TO
042F  69 00                ADC #0
0431  AA                   TAX
0432  BD 00 80             LDA OCC,X
0435  39 00 03             AND BITS,Y
0438  D0 1A                BNE HGONE
043A  BD 20 80             LDA REACH,X
043D  39 00 03             AND BITS,Y
0440  D0 12                BNE HGONE
; Adds bit Y of byte X to REACH and TODO.
0442  BD 20 80     HMARK:  LDA REACH,X
0445  19 00 03             ORA BITS,Y
0448  9D 20 80             STA REACH,X
044B  BD 40 80             LDA TODO,X
044E  19 00 03             ORA BITS,Y
0451  9D 40 80             STA TODO,X
0454  60           HGONE:  RTS
