; A block that is copied downwards; the mutant has another order
	lddr
	ld (hl),a
---
	ld (hl),a
	lddr
