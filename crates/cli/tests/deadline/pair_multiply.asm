; A product on the 8080, and the same with the factors exchanged
	lxi h,0
	mvi b,8
l1:	dad h
	mov a,c
	ral
	mov c,a
	jnc n1
	dad d
n1:	dcr b
	jnz l1
	dad h
	mov a,l
	adc m
	stax d
---
	lxi h,0
	mvi b,8
l2:	dad h
	mov a,c
	rlc
	mov c,a
	jnc n2
	dad d
n2:	dcr b
	jnz l2
	dad h
	mov a,m
	adc l
	stax d
