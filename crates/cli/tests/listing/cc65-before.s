;
; File of our own in the style of cc65 v 2.19
;
	.fopt		compiler,"cc65 v 2.19"
	.setcpu		"6502"
	.smart		on
	.autoimport	on
	.importzp	sp, sreg, regsave, regbank
	.importzp	tmp1, tmp2, tmp3, tmp4, ptr1, ptr2, ptr3, ptr4
	.macpack	longbranch
	.export		_count
	.export		_step
.segment	"RODATA"
_limits:
	.byte	$05
.segment	"BSS"
_count:
	.res	2,$00
; ---------------------------------------------------------------
; void step (void)
; ---------------------------------------------------------------
.segment	"CODE"
.proc	_step: near
.segment	"CODE"
	lda     _count
	ldx     _count+1
	sta     ptr1
	stx     ptr1+1
	cpx     #$00
	bne     L0003
	cmp     _limits
L0003:	jeq     L0002
	inc     _count
	bne     L0004
	inc     _count+1
L0004:	lda     _count
	ldx     #$00
	jsr     _show
	rts
L0002:	lda     #$00
	sta     _count
	lda     #$00
	sta     _count+1
	rts
.endproc
