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
	cpx     #$00
	bne     L0013
	lda     _limits
L0013:	beq     L0002
	inc     _count
	bne     L0014
	inc     _count+1
L0014:	lda     _count
	ldx     #$00
	jmp     _show
L0002:	lda     #$00
	sta     _count
	sta     _count+1
	rts
.endproc
