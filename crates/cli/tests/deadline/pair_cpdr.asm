	cpdr
	ld (hl),b
---
	cpdr
	ld (hl),c
