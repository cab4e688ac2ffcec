;* Small C+ Z88 Compiler, a file of our own
	MODULE	pair_c
	INCLUDE "z80_crt0.hdr"
	SECTION	code_compiler
; Function exchange
	C_LINE	2,"pair.c::exchange::0::1"
._exchange
	ld	hl,4	;const
	add	hl,sp
	call	l_gint
	ld	e,(hl)
	ld	bc,_cell
	ld	(hl),c
	ld	a,(bc)
	ld	(hl),e
	ld	(bc),a
	ret
._answer
	ld	hl,(_cell)
	ld	a,h
	or	l
	jp	nz,i_3	;
	ld	hl,i_1+0
	push	hl
	call	_puts
	pop	bc
	jp	i_4	;EOS
.i_3
	ld	hl,1	;const
	ret
.i_4
	ld	hl,0	;const
	ret
	SECTION	rodata_compiler
.i_1
	defm	"no; yes"
	defb	0
	SECTION	bss_compiler
._cell	defs	2
	SECTION	code_compiler
	GLOBAL	_exchange
	GLOBAL	_answer
	GLOBAL	_cell
