        .segment "CODE"
        .proc main
@wait:  lda #<.lobyte(main)
        !byte 1, 2 // ACME
00101$: jr Z,00101$
        .area _CODE
        STRUCT point
        .endproc
        ASEG
        defc here = 5
/* a comment
   over lines */
