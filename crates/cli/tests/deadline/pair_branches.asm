; Twelve branches on twelve bytes: 4,096 ways
	ld b,12
l1:	ld a,(hl)
	inc hl
	or a
	jr z,z1
	ld (de),a
	inc de
z1:	djnz l1
---
	ld b,12
l2:	ld a,(hl)
	inc hl
	or a
	jr z,z2
	ld (de),a
	inc de
	nop
z2:	djnz l2
