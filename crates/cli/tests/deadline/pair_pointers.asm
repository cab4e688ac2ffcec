; Increments through pointers in another order
	inc (hl)
	ex de,hl
	inc (hl)
	ex de,hl
	inc (ix+1)
	inc (iy+2)
	inc (ix+3)
	inc (iy+4)
	rl (hl)
	rl (ix+1)
	rl (iy+2)
---
	inc (iy+4)
	inc (ix+3)
	inc (iy+2)
	inc (ix+1)
	ex de,hl
	inc (hl)
	ex de,hl
	inc (hl)
	rl (iy+2)
	rl (ix+1)
	rl (hl)
