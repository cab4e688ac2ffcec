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
	ld	c, #0x00
	ld	b, #0x00
00103$:
	ld	a, (de)
	or	a, a
	jp	NZ, 00118$
	jp	00105$
00118$:
	ld	c, a
	inc	de
	jp	00103$
00105$:
	ld	a, c
	jp	00106$
00106$:
	ret
;check.c:9: void clear(void) { count = 0; put(0); }
;	---------------------------------
; Function clear
; ---------------------------------
_clear::
	ld	iy, #_count
	ld	0 (iy), #0x00
	ld	1 (iy), #0x00
	ld	a, #0x00
	call	_put
	ld	iy, #_count
	ld	0 (iy), #0x01
	ret
_masks:
	.db #0x01	; 1
	.db #0x80	; 128
