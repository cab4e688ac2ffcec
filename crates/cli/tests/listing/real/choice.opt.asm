;--------------------------------------------------------
; File Created by SDCC : free open source ANSI-C Compiler
; Version 4.2.0 #13081 (Linux)
;--------------------------------------------------------
	.module choice
	.optsdcc -mz80
	
;--------------------------------------------------------
; Public variables in this module
;--------------------------------------------------------
	.globl _sign
	.globl _poll
	.globl _act
	.globl _choose
	.globl _read_port
	.globl _say
	.globl _state
	.globl _actions
;--------------------------------------------------------
; special function registers
;--------------------------------------------------------
;--------------------------------------------------------
; ram data
;--------------------------------------------------------
	.area _DATA
_state::
	.ds 1
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
;choice.c:6: static unsigned char twice(unsigned char n) { return n << 1; }
;	---------------------------------
; Function twice
; ---------------------------------
_twice:
	add	a, a
	ret
;choice.c:7: static unsigned char half(unsigned char n) { return n >> 1; }
;	---------------------------------
; Function half
; ---------------------------------
_half:
	srl	a
	ret
;choice.c:11: void choose(unsigned char key)
;	---------------------------------
; Function choose
; ---------------------------------
_choose::
	ld	c, a
;choice.c:13: switch (key) {
	ld	a, #0x04
	sub	a, c
	jr	C, 00106$
	ld	b, #0x00
	ld	hl, #00115$
	add	hl, bc
	add	hl, bc
	add	hl, bc
	jp	(hl)
00115$:
	jp	00101$
	jp	00102$
	jp	00103$
	jp	00104$
	jp	00105$
;choice.c:14: case 0: say("zero"); break;
00101$:
	ld	hl, #___str_0
	jp	_say
;choice.c:15: case 1: say("one"); break;
00102$:
	ld	hl, #___str_1
	jp	_say
;choice.c:16: case 2: state = 7; break;
00103$:
	ld	hl, #_state
	ld	(hl), #0x07
	ret
;choice.c:17: case 3: say("three"); break;
00104$:
	ld	hl, #___str_2
	jp	_say
;choice.c:18: case 4: state ^= 1; break;
00105$:
	ld	a, (_state+0)
	xor	a, #0x01
	ld	(_state+0), a
	ret
;choice.c:19: default: state = 0;
00106$:
	ld	hl, #_state
	ld	(hl), #0x00
;choice.c:20: }
;choice.c:21: }
	ret
_actions:
	.dw _twice
	.dw _half
___str_0:
	.ascii "zero"
	.db 0x00
___str_1:
	.ascii "one"
	.db 0x00
___str_2:
	.ascii "three"
	.db 0x00
;choice.c:23: unsigned char act(unsigned char which, unsigned char n)
;	---------------------------------
; Function act
; ---------------------------------
_act::
;choice.c:25: return actions[which & 1](n);
	ld	b, l
	and	a, #0x01
	ld	l, a
;	spillPairReg hl
;	spillPairReg hl
	ld	h, #0x00
;	spillPairReg hl
;	spillPairReg hl
	add	hl, hl
	ld	de, #_actions
	add	hl, de
	ld	c, (hl)
	inc	hl
	ld	h, (hl)
;	spillPairReg hl
	ld	a, b
	ld	l, c
;	spillPairReg hl
;	spillPairReg hl
;choice.c:26: }
	jp	(hl)
;choice.c:28: unsigned char poll(void)
;	---------------------------------
; Function poll
; ---------------------------------
_poll::
;choice.c:30: unsigned char n = read_port();
	call	_read_port
;choice.c:31: while (n & 0x80)
00101$:
	bit	7, a
	ret	Z
;choice.c:32: n = read_port();
	call	_read_port
;choice.c:33: return n;
;choice.c:34: }
	jr	00101$
;choice.c:36: signed char sign(int n)
;	---------------------------------
; Function sign
; ---------------------------------
_sign::
;choice.c:38: if (n < 0) return -1;
	bit	7, h
	jr	Z, 00102$
	ld	a, #0xff
	ret
00102$:
;choice.c:39: return n > 0;
	xor	a, a
	cp	a, l
	sbc	a, h
	jp	PO, 00110$
	xor	a, #0x80
00110$:
	rlca
	and	a,#0x01
;choice.c:40: }
	ret
	.area _CODE
	.area _INITIALIZER
	.area _CABS (ABS)
