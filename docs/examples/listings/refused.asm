	.module trim
	.area _CODE
;trim.c:2: char last(char *s) { char c = 0; while (*s) { c = *s; s++; } return c; }
_last::
	ex	de, hl
	ld	c, #0x00
	ld	a, (de)
	or	a, a
	jr	Z, 00103$
	ld	c, a
	inc	de
	jr	00101$
00103$:
	ld	a, c
	ret
;trim.c:3: void clear(char *s) { *s = 0; s[1] = 0; }
_clear::
	xor	a, a
	ld	(hl), a
	inc	hl
	ld	(hl), a
	ret
