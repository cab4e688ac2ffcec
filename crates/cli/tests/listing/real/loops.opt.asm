;--------------------------------------------------------
; File Created by SDCC : free open source ANSI-C Compiler
; Version 4.2.0 #13081 (Linux)
;--------------------------------------------------------
	.module loops
	.optsdcc -mz80
	
;--------------------------------------------------------
; Public variables in this module
;--------------------------------------------------------
	.globl _step
	.globl _add
	.globl _larger
	.globl _fill
	.globl _last
	.globl _ask
	.globl _show
	.globl _table
	.globl _flag
	.globl _word
;--------------------------------------------------------
; special function registers
;--------------------------------------------------------
;--------------------------------------------------------
; ram data
;--------------------------------------------------------
	.area _DATA
_total:
	.ds 2
_flag::
	.ds 1
;--------------------------------------------------------
; ram data
;--------------------------------------------------------
	.area _INITIALIZED
_table::
	.ds 4
;--------------------------------------------------------
; absolute external ram data
;--------------------------------------------------------
	.area _DABS (ABS)
;--------------------------------------------------------
; global & static initialisations
;--------------------------------------------------------
	.area _HOME
	.area _GSINIT
	.area _GSFINAL
	.area _GSINIT
;--------------------------------------------------------
; Home
;--------------------------------------------------------
	.area _HOME
	.area _HOME
;--------------------------------------------------------
; code
;--------------------------------------------------------
	.area _CODE
;loops.c:10: unsigned char last(const unsigned char *list)
;	---------------------------------
; Function last
; ---------------------------------
_last::
;loops.c:12: unsigned char found = 0;
	ld	c, #0x00
;loops.c:13: while (*list) {
00101$:
	ld	a, (hl)
	or	a, a
	jr	Z, 00103$
;loops.c:14: found = *list;
;loops.c:15: ++list;
	inc	hl
	ld	c, a
	jr	00101$
00103$:
;loops.c:17: return found;
	ld	a, c
;loops.c:18: }
	ret
_word:
	.ascii "no; L0002 00101$ i_3"
	.db 0x00
;loops.c:20: void fill(unsigned char *to, unsigned char count, unsigned char with)
;	---------------------------------
; Function fill
; ---------------------------------
_fill::
	ex	de, hl
;loops.c:22: do {
	ld	hl, #2
	add	hl, sp
	ld	c, (hl)
00101$:
;loops.c:23: *to++ = with;
	ld	iy, #3
	add	iy, sp
	ld	a, 0 (iy)
	ld	(de), a
	inc	de
;loops.c:24: } while (--count);
	dec	c
	jr	NZ, 00101$
;loops.c:25: }
	pop	hl
	pop	af
	jp	(hl)
;loops.c:27: int larger(int one, int other)
;	---------------------------------
; Function larger
; ---------------------------------
_larger::
	ld	c, l
;loops.c:29: return one > other ? one : other;
	ld	a, e
	sub	a, c
	ld	a, d
	sbc	a, h
	jp	PO, 00110$
	xor	a, #0x80
00110$:
	jp	P, 00103$
	ld	d, h
	jr	00104$
00103$:
	ld	c, e
00104$:
	ld	e, c
;loops.c:30: }
	ret
;loops.c:32: unsigned int add(unsigned int by)
;	---------------------------------
; Function add
; ---------------------------------
_add::
	ld	c, l
	ld	b, h
;loops.c:34: total += by;
	ld	a, c
	ld	iy, #_total
	add	a, 0 (iy)
	ld	(_total+0), a
	ld	a, b
	adc	a, 1 (iy)
	ld	(_total+1), a
;loops.c:35: if (total > 1000) {
	ld	a, #0xe8
	cp	a, 0 (iy)
	ld	a, #0x03
	sbc	a, 1 (iy)
	jr	NC, 00102$
;loops.c:36: total = 0;
	ld	hl, #0x0000
	ld	(_total), hl
;loops.c:37: show(table[1]);
	ld	a, (#(_table + 1) + 0)
	call	_show
00102$:
;loops.c:39: return total;
	ld	de, (_total)
;loops.c:40: }
	ret
;loops.c:42: void step(void)
;	---------------------------------
; Function step
; ---------------------------------
_step::
;loops.c:44: unsigned char key = ask();
	call	_ask
;loops.c:45: if (key == 'a' || key == 'b')
	cp	a, #0x61
	jr	Z, 00103$
	cp	a, #0x62
	jr	NZ, 00104$
00103$:
;loops.c:46: flag |= 0x10;
	ld	a, (_flag+0)
	or	a, #0x10
	ld	(_flag+0), a
	jr	00105$
00104$:
;loops.c:47: else if (key & 3)
	and	a, #0x03
	jr	Z, 00105$
;loops.c:48: flag = 0;
	ld	iy, #_flag
	ld	0 (iy), #0x00
00105$:
;loops.c:49: show(flag);
	ld	a, (_flag+0)
;loops.c:50: }
	jp	_show
	.area _CODE
	.area _INITIALIZER
__xinit__table:
	.db #0x01	; 1
	.db #0x02	; 2
	.db #0x04	; 4
	.db #0x08	; 8
	.area _CABS (ABS)
