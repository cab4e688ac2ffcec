; The sum of odd numbers against a square by additions
	ld hl,0
	ld b,a
	ld c,a
	ld d,0
	ld e,a
l1:	add hl,de
	djnz l1
---
	ld hl,0
	ld b,a
	ld de,1
l2:	add hl,de
	inc de
	inc de
	djnz l2
