;! routine: HEXCL
;! cpu: 6502
;! org: $0300
;! in: A = element, (PTR) -> set
;! out: (PTR) -> set
;! clobbers: A, X, Y, P
;! oracle: halma_excl
;! bytes: 31
;! cycles: 54-55
;! title: EXCL: removes an element from a set of 256
; Element e is bit e mod 8 of byte e div 8.
PTR     EQU $10
0300  20 0A 03     HEXCL:  JSR HBIT
0303  49 FF                EOR #$FF        ; all bits except the element's
0305  31 10                AND (PTR),Y
0307  91 10                STA (PTR),Y
0309  60                   RTS
; Y = offset of the byte with element A, A = mask of its bit.
030A  48           HBIT:   PHA
030B  4A                   LSR
030C  4A                   LSR
030D  4A                   LSR
030E  A8                   TAY             ; element div 8
030F  68                   PLA
0310  29 07                AND #7
0312  AA                   TAX
0313  BD 17 03             LDA BITS,X
0316  60                   RTS
0317  01 02 04 08  BITS:   DB 1,2,4,8,16,32,64,128
031B  10 20 40 80
