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
Floops$total$0_0$0==.
_total:
	.ds 2
G$flag$0_0$0==.
_flag::
	.ds 1
;--------------------------------------------------------
; ram data
;--------------------------------------------------------
	.area _INITIALIZED
G$table$0_0$0==.
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
	G$last$0$0	= .
	.globl	G$last$0$0
	C$loops.c$10$0_0$4	= .
	.globl	C$loops.c$10$0_0$4
;loops.c:10: unsigned char last(const unsigned char *list)
;	---------------------------------
; Function last
; ---------------------------------
_last::
	C$loops.c$12$2_0$4	= .
	.globl	C$loops.c$12$2_0$4
;loops.c:12: unsigned char found = 0;
	ld	c, #0x00
	C$loops.c$13$1_0$4	= .
	.globl	C$loops.c$13$1_0$4
;loops.c:13: while (*list) {
00101$:
	ld	a, (hl)
	or	a, a
	jr	Z, 00103$
	C$loops.c$14$2_0$5	= .
	.globl	C$loops.c$14$2_0$5
;loops.c:14: found = *list;
	C$loops.c$15$2_0$5	= .
	.globl	C$loops.c$15$2_0$5
;loops.c:15: ++list;
	inc	hl
	ld	c, a
	jr	00101$
00103$:
	C$loops.c$17$1_0$4	= .
	.globl	C$loops.c$17$1_0$4
;loops.c:17: return found;
	ld	a, c
	C$loops.c$18$1_0$4	= .
	.globl	C$loops.c$18$1_0$4
;loops.c:18: }
	C$loops.c$18$1_0$4	= .
	.globl	C$loops.c$18$1_0$4
	XG$last$0$0	= .
	.globl	XG$last$0$0
	ret
G$word$0_0$0 == .
_word:
	.ascii "no; L0002 00101$ i_3"
	.db 0x00
	G$fill$0$0	= .
	.globl	G$fill$0$0
	C$loops.c$20$1_0$7	= .
	.globl	C$loops.c$20$1_0$7
;loops.c:20: void fill(unsigned char *to, unsigned char count, unsigned char with)
;	---------------------------------
; Function fill
; ---------------------------------
_fill::
	ex	de, hl
	C$loops.c$22$1_0$7	= .
	.globl	C$loops.c$22$1_0$7
;loops.c:22: do {
	ld	hl, #2
	add	hl, sp
	ld	c, (hl)
00101$:
	C$loops.c$23$2_0$8	= .
	.globl	C$loops.c$23$2_0$8
;loops.c:23: *to++ = with;
	ld	iy, #3
	add	iy, sp
	ld	a, 0 (iy)
	ld	(de), a
	inc	de
	C$loops.c$24$1_0$7	= .
	.globl	C$loops.c$24$1_0$7
;loops.c:24: } while (--count);
	dec	c
	jr	NZ, 00101$
	C$loops.c$25$1_0$7	= .
	.globl	C$loops.c$25$1_0$7
;loops.c:25: }
	pop	hl
	pop	af
	jp	(hl)
	G$larger$0$0	= .
	.globl	G$larger$0$0
	C$loops.c$27$1_0$10	= .
	.globl	C$loops.c$27$1_0$10
;loops.c:27: int larger(int one, int other)
;	---------------------------------
; Function larger
; ---------------------------------
_larger::
	ld	c, l
	C$loops.c$29$1_0$10	= .
	.globl	C$loops.c$29$1_0$10
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
	C$loops.c$30$1_0$10	= .
	.globl	C$loops.c$30$1_0$10
;loops.c:30: }
	C$loops.c$30$1_0$10	= .
	.globl	C$loops.c$30$1_0$10
	XG$larger$0$0	= .
	.globl	XG$larger$0$0
	ret
	G$add$0$0	= .
	.globl	G$add$0$0
	C$loops.c$32$1_0$12	= .
	.globl	C$loops.c$32$1_0$12
;loops.c:32: unsigned int add(unsigned int by)
;	---------------------------------
; Function add
; ---------------------------------
_add::
	ld	c, l
	ld	b, h
	C$loops.c$34$1_0$12	= .
	.globl	C$loops.c$34$1_0$12
;loops.c:34: total += by;
	ld	a, c
	ld	iy, #_total
	add	a, 0 (iy)
	ld	(_total+0), a
	ld	a, b
	adc	a, 1 (iy)
	ld	(_total+1), a
	C$loops.c$35$1_0$12	= .
	.globl	C$loops.c$35$1_0$12
;loops.c:35: if (total > 1000) {
	ld	a, #0xe8
	cp	a, 0 (iy)
	ld	a, #0x03
	sbc	a, 1 (iy)
	jr	NC, 00102$
	C$loops.c$36$2_0$13	= .
	.globl	C$loops.c$36$2_0$13
;loops.c:36: total = 0;
	ld	hl, #0x0000
	ld	(_total), hl
	C$loops.c$37$2_0$13	= .
	.globl	C$loops.c$37$2_0$13
;loops.c:37: show(table[1]);
	ld	a, (#(_table + 1) + 0)
	call	_show
00102$:
	C$loops.c$39$1_0$12	= .
	.globl	C$loops.c$39$1_0$12
;loops.c:39: return total;
	ld	de, (_total)
	C$loops.c$40$1_0$12	= .
	.globl	C$loops.c$40$1_0$12
;loops.c:40: }
	C$loops.c$40$1_0$12	= .
	.globl	C$loops.c$40$1_0$12
	XG$add$0$0	= .
	.globl	XG$add$0$0
	ret
	G$step$0$0	= .
	.globl	G$step$0$0
	C$loops.c$42$1_0$15	= .
	.globl	C$loops.c$42$1_0$15
;loops.c:42: void step(void)
;	---------------------------------
; Function step
; ---------------------------------
_step::
	C$loops.c$44$1_0$15	= .
	.globl	C$loops.c$44$1_0$15
;loops.c:44: unsigned char key = ask();
	call	_ask
	C$loops.c$45$1_0$15	= .
	.globl	C$loops.c$45$1_0$15
;loops.c:45: if (key == 'a' || key == 'b')
	cp	a, #0x61
	jr	Z, 00103$
	cp	a, #0x62
	jr	NZ, 00104$
00103$:
	C$loops.c$46$1_0$15	= .
	.globl	C$loops.c$46$1_0$15
;loops.c:46: flag |= 0x10;
	ld	a, (_flag+0)
	or	a, #0x10
	ld	(_flag+0), a
	jr	00105$
00104$:
	C$loops.c$47$1_0$15	= .
	.globl	C$loops.c$47$1_0$15
;loops.c:47: else if (key & 3)
	and	a, #0x03
	jr	Z, 00105$
	C$loops.c$48$1_0$15	= .
	.globl	C$loops.c$48$1_0$15
;loops.c:48: flag = 0;
	ld	iy, #_flag
	ld	0 (iy), #0x00
00105$:
	C$loops.c$49$1_0$15	= .
	.globl	C$loops.c$49$1_0$15
;loops.c:49: show(flag);
	ld	a, (_flag+0)
	C$loops.c$50$1_0$15	= .
	.globl	C$loops.c$50$1_0$15
;loops.c:50: }
	C$loops.c$50$1_0$15	= .
	.globl	C$loops.c$50$1_0$15
	XG$step$0$0	= .
	.globl	XG$step$0$0
	jp	_show
	.area _CODE
	.area _INITIALIZER
Floops$__xinit_table$0_0$0 == .
__xinit__table:
	.db #0x01	; 1
	.db #0x02	; 2
	.db #0x04	; 4
	.db #0x08	; 8
	.area _CABS (ABS)
