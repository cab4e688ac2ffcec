; A loop of 65,536 rounds, and a mutant
	ld bc,0
l1:	xor (hl)
	inc hl
	dec bc
	ld d,a
	ld a,b
	or c
	ld a,d
	jr nz,l1
---
	ld bc,0
l2:	xor (hl)
	inc hl
	dec bc
	ld d,a
	ld a,c
	or b
	ld a,d
	jr nz,l2
