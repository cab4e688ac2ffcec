;! routine: AANY
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board, A = side
;! out: C = any
;! clobbers: A, X, Y, P, (MAKES), (MOVING:2), (NEAR:2), (FREE:36)
;! oracle: ataxx_any
;! at: ROW: X = row
;! invariant: row <= 12 and row mod 2 = 0
;! invariant: all(r in 0..7: 2 * r <= row or not any(c in 0..7: (word(board[2 * r], board[2 * r + 1]) >> 2 * c & 3) = side + 1 and any(s in 0..7: any(d in 0..7: abs(r - s) <= 2 and abs(c - d) <= 2 and (word(board[2 * s], board[2 * s + 1]) >> 2 * d & 3) = 0))))
;! decreases: row
;! remaining: 81, 140 * row + 287
;! bytes: 148
;! cycles: 1113-3025
;! title: Tests whether a side can move
; A move goes to a free square at most two rows and two columns away. The routine first
; marks the free squares and the stones of the side, a bit pair 01 for each, with two
; empty rows before and after the free ones. Then it compares the stones of each row with
; the free squares of five rows combined, shifted by up to two columns to either side.
PTR     EQU  $10        ; the board
MAKES   EQU  $12        ; turns the cells to mark into 11
MOVING  EQU  $13        ; stones of a row
NEAR    EQU  $15        ; free squares of five rows
FREE    EQU  $20        ; 2 + 7 + 2 rows
STONES  EQU  $36        ; 7 rows
0300  38           AANY:    SEC
0301  E9 01                SBC  #1
0303  49 55                EOR  #$55       ; $AA for x, $55 for o
0305  48                   PHA
0306  A2 03                LDX  #3
0308  A9 00                LDA  #0
030A  95 20        EMPTY:   STA  FREE,X
030C  95 32                STA  FREE+18,X
030E  CA                   DEX
030F  10 F9                BPL  EMPTY
0311  A2 04                LDX  #4         ; after the first empty rows
0313  A9 FF                LDA  #$FF
0315  20 7C 03             JSR  NOTE
0318  68                   PLA
0319  A2 16                LDX  #STONES-FREE
031B  20 7C 03             JSR  NOTE
031E  A2 0C                LDX  #12        ; the last row first
0320  B5 20        ROW:     LDA  FREE,X
0322  15 22                ORA  FREE+2,X
0324  15 24                ORA  FREE+4,X
0326  15 26                ORA  FREE+6,X
0328  15 28                ORA  FREE+8,X
032A  85 15                STA  NEAR
032C  B5 21                LDA  FREE+1,X
032E  15 23                ORA  FREE+3,X
0330  15 25                ORA  FREE+5,X
0332  15 27                ORA  FREE+7,X
0334  15 29                ORA  FREE+9,X
0336  29 15                AND  #$15       ; minus the unused cells
0338  85 16                STA  NEAR+1
033A  B5 36                LDA  STONES,X
033C  85 13                STA  MOVING
033E  B5 37                LDA  STONES+1,X
0340  85 14                STA  MOVING+1
0342  A0 03                LDY  #3
0344  A5 13        RIGHT:   LDA  MOVING     ; stones, and one and two columns further
0346  25 15                AND  NEAR
0348  D0 30                BNE  YES
034A  A5 14                LDA  MOVING+1
034C  25 16                AND  NEAR+1
034E  D0 2A                BNE  YES
0350  06 13                ASL  MOVING
0352  26 14                ROL  MOVING+1
0354  06 13                ASL  MOVING
0356  26 14                ROL  MOVING+1
0358  88                   DEY
0359  D0 E9                BNE  RIGHT
035B  A0 02                LDY  #2
035D  06 15        LEFT:    ASL  NEAR       ; or the free squares move
035F  26 16                ROL  NEAR+1
0361  06 15                ASL  NEAR
0363  26 16                ROL  NEAR+1
0365  B5 36                LDA  STONES,X
0367  25 15                AND  NEAR
0369  D0 0F                BNE  YES
036B  B5 37                LDA  STONES+1,X
036D  25 16                AND  NEAR+1
036F  D0 09                BNE  YES
0371  88                   DEY
0372  D0 E9                BNE  LEFT
0374  CA                   DEX
0375  CA                   DEX
0376  10 A8                BPL  ROW
0378  18                   CLC
0379  60                   RTS
037A  38           YES:     SEC
037B  60                   RTS
; Marks the cells of the board that EOR with A turns into 11.
037C  85 12        NOTE:    STA  MAKES
037E  A0 00                LDY  #0
0380  B1 10        NOTE1:   LDA  (PTR),Y
0382  45 12                EOR  MAKES
0384  95 20                STA  FREE,X
0386  4A                   LSR
0387  35 20                AND  FREE,X
0389  29 55                AND  #$55
038B  95 20                STA  FREE,X
038D  E8                   INX
038E  C8                   INY
038F  C0 0E                CPY  #14
0391  D0 ED                BNE  NOTE1
0393  60                   RTS
