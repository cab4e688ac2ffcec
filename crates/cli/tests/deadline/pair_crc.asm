; A CRC of two bytes bit by bit, with the bytes exchanged
	ld d,2
o1:	ld e,8
	xor h
	ld h,a
i1:	add hl,hl
	jr nc,s1
	ld a,h
	xor 10h
	ld h,a
	ld a,l
	xor 21h
	ld l,a
s1:	dec e
	jr nz,i1
	ld a,c
	dec d
	jr nz,o1
---
	ld d,2
o2:	ld e,8
	xor h
	ld h,a
i2:	add hl,hl
	jr nc,s2
	ld a,l
	xor 21h
	ld l,a
	ld a,h
	xor 10h
	ld h,a
s2:	dec e
	jr nz,i2
	ld a,c
	dec d
	jr nz,o2
	nop
