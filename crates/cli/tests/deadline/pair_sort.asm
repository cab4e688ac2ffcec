; Four bytes sorted by exchanges, in two orders of the exchanges
	ld b,3
o1:	push hl
	ld c,3
i1:	ld a,(hl)
	inc hl
	cp (hl)
	jr c,n1
	ld e,(hl)
	ld (hl),a
	dec hl
	ld (hl),e
	inc hl
n1:	dec c
	jr nz,i1
	pop hl
	djnz o1
---
	ld b,4
o2:	push hl
	ld c,3
i2:	ld a,(hl)
	inc hl
	cp (hl)
	jr c,n2
	ld e,(hl)
	ld (hl),a
	dec hl
	ld (hl),e
	inc hl
n2:	dec c
	jr nz,i2
	pop hl
	djnz o2
