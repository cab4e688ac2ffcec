; Bytes looked up through each other
	ld l,(hl)
	ld l,(hl)
	ld l,(hl)
	ld l,(hl)
	ld h,(hl)
	ld l,(hl)
	ld l,(hl)
	ld (hl),a
	ld l,(hl)
	ld a,(hl)
---
	ld l,(hl)
	ld l,(hl)
	ld l,(hl)
	ld l,(hl)
	ld h,(hl)
	ld l,(hl)
	ld l,(hl)
	ld (hl),a
	ld l,a
	ld a,(hl)
