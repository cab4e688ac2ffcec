	.module trim
	.area _CODE
;trim.c:2: char last(char *s) { char c = 0; while (*s) { c = *s; s++; } return c; }
_last::
	ex	de, hl
	ld	c, #0x00
00101$:
	ld	a, (de)
	or	a, a
	jp	Z, 00103$
	ld	c, a
	inc	de
	jp	00101$
00103$:
	ld	a, c
	jp	00104$
00104$:
	ret
;trim.c:3: void clear(char *s) { *s = 0; s[1] = 0; }
_clear::
	ld	e, l
	ld	d, h
	ld	a, #0x00
	ld	(de), a
	inc	hl
	ld	(hl), #0x00
	ret
