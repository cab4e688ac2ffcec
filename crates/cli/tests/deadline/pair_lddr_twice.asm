	lddr
	ld b,d
	ld c,e
	ldir
---
	lddr
	ld c,e
	ld b,d
	ldir
	nop
