; Code that writes through pointers to where it may be
	ld (hl),a
	inc hl
	ld (de),a
	inc de
	ld (hl),b
	call sub
	ld (de),a
	jr end1
sub:	ld (hl),a
	ret
end1:
---
	ld (de),a
	inc de
	ld (hl),a
	inc hl
	ld (hl),b
	ld (hl),a
	ld (de),a
