; A product of two words in one order and the other: not decided
	ld hl,0
	ld a,16
l1:	add hl,hl
	rl e
	rl d
	jr nc,n1
	add hl,bc
	jr nc,n1
	inc de
n1:	dec a
	jr nz,l1
---
	push bc
	push de
	pop bc
	pop de
	ld hl,0
	ld a,16
l2:	add hl,hl
	rl e
	rl d
	jr nc,n2
	add hl,bc
	jr nc,n2
	inc de
n2:	dec a
	jr nz,l2
