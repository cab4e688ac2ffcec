; A search of any length, in two ways
	cpir
	jr z,found
	ld hl,0
found:
---
l1:	cpi
	jr z,found2
	jp pe,l1
	ld hl,0
found2:
