; A division of a word by a word, and a wrong one
	ld hl,0
	ld a,16
l1:	sla c
	rl b
	adc hl,hl
	sbc hl,de
	jr nc,n1
	add hl,de
	jr s1
n1:	inc c
s1:	dec a
	jr nz,l1
---
	ld hl,0
	ld a,16
l2:	sla c
	rl b
	adc hl,hl
	or a
	sbc hl,de
	jr nc,n2
	add hl,de
	jr s2
n2:	set 0,c
s2:	dec a
	jr nz,l2
