; Tables that begin at fixed places in a page.

; The class of each byte in an expression: 0 ends it, and so do bytes from 128 on, which are none of the language.
CLASS:  DS      '#',0
        DB      CREL + 5        ; #
        DS      '+' - '#' - 1,0
        DB      CADD, 0, CSUB
        DS      '<' - '-' - 1,0
        DB      CREL + 1, CREL + 2, CREL + 4    ; < = >
        DS      98 - '>' - 1,0
        DB      CMUL, CDIV
        DS      128 - 100,0

; The codes of the keys, a column of the pad in each row; the sixth key is a shift. Five levels: plain, GREEN, RED,
; BLUE, WORDS.
KEYTAB: DB      13,"741 ",0             ; GO 7 4 1 SPACE
        DB      KPAUSE,"8520",0
        DB      KHALT,"963",31,0        ; ERASE
        DB      99,98,"-+=",0           ; the signs of division and multiplication
        DB      0,"AMY$",0              ; GREEN
        DB      0,"DP",95,"<",0
        DB      0,"GS",94,"(",0
        DB      0,"JV&#",0
        DB      0,"BNZ,",0              ; RED
        DB      "/EQ'",34,0
        DB      0,"HT.;",0
        DB      "[KW@%",0
        DB      0,"CO!?",0              ; BLUE
        DB      "\FR",96,">",0
        DB      0,"IU",97,")",0
        DB      "]LX*:",0
        DB      0,TFOR,TGOSUB,TCLEAR,0,0
        DB      0,TTO,TRETURN,TLINE,TINPUT,0
        DB      TRUN,TSTEP,TRND,TBOX,0,0
        DB      TLIST,TNEXT,TIF,TGOTO,TPRINT,0
        DS      8,0FFH

; The statements of the words, by code.
HANDLERS:
        DW      SLIST, SCLEAR, SRUN, SNEXT, SLINE, SIF, SGOTO, SGOSUB
        DW      SRETURN, SBOX, SFOR, SINPUT, SPRINT, WHATBACK, WHATBACK, WHATBACK

; Names of two letters and more: for each first letter a list of the second letters and codes, which ends with 0FFH. With
; bit 7 of the code, more letters follow, the last one with bit 7. All in one page.
FIRSTS:
        DB      LOW NAMESA, LOW NAMESB, LOW NAMESC, LOW NONAME, LOW NONAME, LOW NAMESF, LOW NONAME
        DB      LOW NONAME, LOW NONAME, LOW NAMESJ, LOW NAMESK, LOW NAMESL, LOW NAMESM, LOW NAMESN
        DB      LOW NONAME, LOW NAMESP, LOW NONAME, LOW NAMESR, LOW NAMESS, LOW NAMEST, LOW NONAME
        DB      LOW NONAME, LOW NONAME, LOW NAMESX, LOW NONAME, LOW NONAME
NAMESA: DB      'B',80H + LABS,'S' + 80H
NONAME: DB      0FFH
NAMESB: DB      'C',LOW BACKC, 0FFH
NAMESC: DB      'X',LOW CURX, 'Y',LOW CURY, 'A',80H + LCALL,"L",'L' + 80H, 0FFH
NAMESF: DB      'C',LOW FOREC, 0FFH
NAMESJ: DB      'X',LJX, 'Y',LJY, 0FFH
NAMESK: DB      'P',NKP, 'N',LKN, 0FFH
NAMESL: DB      'E',80H + NLET,'T' + 80H, 0FFH
NAMESM: DB      'U',LOW MUSIC, 0FFH
NAMESN: DB      'T',LOW NOTE, 0FFH
NAMESP: DB      'X',LPX, 0FFH
NAMESR: DB      'M',LOW REMAIN, 0FFH
NAMESS: DB      'Z',NSZ, 'T',80H + NSTOP,"O",'P' + 80H, 0FFH
NAMEST: DB      'V',LOW LASTTV, 'R',80H + NTRACE,"AC",'E' + 80H, 'R',LTR, 0FFH
NAMESX: DB      'Y',LOW LINEX, 0FFH

; STEP, RND and TO begin no statement: the error is at the word.
WHATBACK:
        EXX
        DEC     HL
        DEC     HL
        EXX
        JP      WHAT
