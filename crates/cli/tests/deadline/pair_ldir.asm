; A block that is copied, of any length
	ldir
---
l1:	ldi
	jp pe,l1
