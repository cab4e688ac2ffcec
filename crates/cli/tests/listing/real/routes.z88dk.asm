;* Small C+ Z88 Compiler, a file of our own in its style
	MODULE	routes_c
	INCLUDE "z80_crt0.hdr"
	SECTION	code_compiler
; Function tone flags 0x00000200 __smallc
; unsigned char tone(int key)
	C_LINE	6,"routes.c::tone::0::1"
._tone
	ld	hl,2	;const
	add	hl,sp
	call	l_gint	;
.i_3
	ld	a,l
	cp	4
	jp	nc,i_8	;
	ld	h,0
	add	hl,hl
	ld	de,i_2
	add	hl,de
	ld	a,(hl)
	inc	hl
	ld	h,(hl)
	ld	l,a
	jp	(hl)
.i_4
	ld	hl,12	;const
	ret
.i_5
	ld	hl,(_level)
	add	hl,hl
	ret
.i_6
	ld	hl,i_1+0
	push	hl
	call	_say
	pop	bc
	ld	hl,0	;const
	ret
.i_7
	ld	hl,i_1+5
	push	hl
	call	_say
	pop	bc
.i_8
	ld	hl,65535	;const
	ret
; Function reset flags 0x00000200 __smallc
; void reset()
	C_LINE	20,"routes.c::reset::0::1"
._reset
	ld	hl,0	;const
	ld	(_level),hl
	ld	hl,_cells
	ld	b,8
.i_10
	ld	a,(hl)
	and	127
	ld	(hl),a
	inc	hl
	djnz	i_10
	ret
; Function sum flags 0x00000200 __smallc
; int sum()
	C_LINE	30,"routes.c::sum::0::1"
._sum
	ld	de,0	;const
	ld	hl,_cells
	ld	b,8
.i_12
	ld	a,(hl)
	or	a
	jr	z,i_13
	add	a,e
	ld	e,a
	jr	nc,i_13
	inc	d
.i_13
	inc	hl
	djnz	i_12
	ex	de,hl
	ld	a,h
	or	l
	ret	nz
	call	_reset
	ld	hl,1	;const
	ret
	SECTION	rodata_compiler
.i_2
	defw	i_4
	defw	i_5
	defw	i_6
	defw	i_7
.i_1
	defm	"zero"
	defb	0
	defm	"one; i_3"
	defb	0
	SECTION	bss_compiler
._level	defs	2
._cells	defs	8
	SECTION	code_compiler
	GLOBAL	_tone
	GLOBAL	_reset
	GLOBAL	_sum
	GLOBAL	_level
	GLOBAL	_say
