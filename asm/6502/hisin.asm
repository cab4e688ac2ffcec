;! routine: HISIN
;! cpu: 6502
;! org: $0300
;! in: A = element, (PTR) -> set
;! out: C = member
;! clobbers: A, X, Y, P
;! oracle: halma_is_in
;! bytes: 29
;! cycles: 48-49
;! title: IS_IN: tests whether an element is in a set of 256
; Element e is bit e mod 8 of byte e div 8.
PTR     EQU $10
0300  20 08 03     HISIN:  JSR HBIT
0303  31 10                AND (PTR),Y
0305  C9 01                CMP #1          ; carry unless 0
0307  60                   RTS
; Y = offset of the byte with element A, A = mask of its bit.
0308  48           HBIT:   PHA
0309  4A                   LSR
030A  4A                   LSR
030B  4A                   LSR
030C  A8                   TAY             ; element div 8
030D  68                   PLA
030E  29 07                AND #7
0310  AA                   TAX
0311  BD 15 03             LDA BITS,X
0314  60                   RTS
0315  01 02 04 08  BITS:   DB 1,2,4,8,16,32,64,128
0319  10 20 40 80
