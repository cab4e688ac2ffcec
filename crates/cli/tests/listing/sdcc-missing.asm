	.module check
	.optsdcc -mz80
	.globl _put
	.globl _first
	.area _DATA
_count::
	.ds 2
	.area _CODE
;check.c:3: the last element of a list that is not zero
;	---------------------------------
; Function last
; ---------------------------------
_last::
	ex	de, hl
	ld	bc, #0x0
00101$:
	ld	a, (de)
	or	a, a
	jr	Z, 00102$
	ld	c, a
	inc	de
	jr	00101$
00102$:
	ld	a, c
	ret
_masks:
	.db #0x01	; 1
	.db #0x80	; 128
