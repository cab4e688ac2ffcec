;--------------------------------------------------------
; File Created by SDCC : free open source ANSI-C Compiler
; Version 4.2.0 #13081 (Linux)
;--------------------------------------------------------
	.module proven
	.optsdcc -mz80
	
;--------------------------------------------------------
; Public variables in this module
;--------------------------------------------------------
	.globl _clear
	.globl _step
	.globl _larger
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
_flag::
	.ds 1
_table::
	.ds 4
;--------------------------------------------------------
; ram data
;--------------------------------------------------------
	.area _INITIALIZED
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
;proven.c:9: unsigned char last(const unsigned char *list)
;	---------------------------------
; Function last
; ---------------------------------
_last::
;proven.c:11: unsigned char found = 0;
	ld	c, #0x00
;proven.c:12: while (*list) {
00101$:
	ld	a, (hl)
	or	a, a
	jr	Z, 00103$
;proven.c:13: found = *list;
;proven.c:14: ++list;
	inc	hl
	ld	c, a
	jr	00101$
00103$:
;proven.c:16: return found;
	ld	a, c
;proven.c:17: }
	ret
_word:
	.ascii "no; L0002 00101$ i_3"
	.db 0x00
;proven.c:19: unsigned char larger(unsigned char one, unsigned char other)
;	---------------------------------
; Function larger
; ---------------------------------
_larger::
	ld	c, a
;proven.c:21: return one > other ? one : other;
	ld	a, l
	sub	a, c
	jr	NC, 00103$
	ld	a, c
	ret
00103$:
	ld	a, l
;proven.c:22: }
	ret
;proven.c:24: void step(void)
;	---------------------------------
; Function step
; ---------------------------------
_step::
;proven.c:26: unsigned char key = ask();
	call	_ask
;proven.c:27: if (key == 'a' || key == 'b')
	cp	a, #0x61
	jr	Z, 00103$
	cp	a, #0x62
	jr	NZ, 00104$
00103$:
;proven.c:28: flag |= 0x10;
	ld	a, (_flag+0)
	or	a, #0x10
	ld	(_flag+0), a
	jr	00105$
00104$:
;proven.c:29: else if (key & 3)
	and	a, #0x03
	jr	Z, 00105$
;proven.c:30: flag = 0;
	ld	iy, #_flag
	ld	0 (iy), #0x00
00105$:
;proven.c:31: show(flag);
	ld	a, (_flag+0)
;proven.c:32: }
	jp	_show
;proven.c:34: void clear(void)
;	---------------------------------
; Function clear
; ---------------------------------
_clear::
;proven.c:37: for (n = 0; n != 4; ++n)
	ld	c, #0x00
00102$:
;proven.c:38: table[n] = 0;
	ld	hl, #_table
	ld	b, #0x00
	add	hl, bc
	ld	(hl), #0x00
;proven.c:37: for (n = 0; n != 4; ++n)
	inc	c
	ld	a, c
	sub	a, #0x04
	jr	NZ, 00102$
;proven.c:39: }
	ret
	.area _CODE
	.area _INITIALIZER
	.area _CABS (ABS)
