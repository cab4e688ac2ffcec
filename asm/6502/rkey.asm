;! routine: RKEY
;! cpu: 6502
;! org: $0300
;! in: A = letter, (PTR) -> board
;! out: (PTR) -> board, C = refused
;! clobbers: A, X, Y, P
;! oracle: rotate_key
;! bytes: 66
;! cycles: 91-281
;! title: ROTATE's regular move by its letter, as the player types it
; If the letter is missing or in the last column or the bottom row: carry, and the
; board is unchanged.
PTR     EQU $10
0300  20 32 03     RKEY:   JSR RFIND
0303  B0 2C                BCS RNO
; Falls through to the turn.
0305  C9 0C        RTURN:  CMP #12
0307  B0 28                BCS RNO         ; bottom row: no group
0309  A8                   TAY             ; position 1 is byte 0, so Y is p+1
030A  29 03                AND #3
030C  F0 22                BEQ RCOL        ; last column: no group
030E  B1 10                LDA (PTR),Y     ; upper right
0310  AA                   TAX
0311  88                   DEY
0312  B1 10                LDA (PTR),Y     ; upper left
0314  C8                   INY
0315  91 10                STA (PTR),Y     ; moves right
0317  C8                   INY
0318  C8                   INY
0319  C8                   INY
031A  C8                   INY
031B  B1 10                LDA (PTR),Y     ; lower right
031D  48                   PHA
031E  8A                   TXA
031F  91 10                STA (PTR),Y     ; upper right moves down
0321  88                   DEY
0322  B1 10                LDA (PTR),Y     ; lower left
0324  AA                   TAX
0325  68                   PLA
0326  91 10                STA (PTR),Y     ; lower right moves left
0328  88                   DEY
0329  88                   DEY
032A  88                   DEY
032B  88                   DEY
032C  8A                   TXA
032D  91 10                STA (PTR),Y     ; lower left moves up
032F  60                   RTS             ; the carry is clear since CMP
0330  38           RCOL:   SEC
0331  60           RNO:    RTS
; Finds the letter: A = its position, or carry.
0332  A0 00        RFIND:  LDY #0
0334  D1 10        RLOOK:  CMP (PTR),Y
0336  F0 06                BEQ RFOUND
0338  C8                   INY
0339  C0 10                CPY #16
033B  D0 F7                BNE RLOOK
033D  60                   RTS             ; the carry is set since CPY
033E  C8           RFOUND: INY             ; byte 0 is position 1
033F  98                   TYA
0340  18                   CLC
0341  60                   RTS
