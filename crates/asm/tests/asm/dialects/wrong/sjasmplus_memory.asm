; Mistakes with memory pages
        PAGE 1
;~ 9: error: `PAGE` needs a device with memory pages; write it below a DEVICE, such as DEVICE ZXSPECTRUM128
        DEVICE ZXSPECTRUM12
;~ 16: error: `ZXSPECTRUM12` is not a device; did you mean `ZXSPECTRUM128`?
        DEVICE ZXSPECTRUM128
        PAGE 8
;~ 14: error: the page is 8, 1 more than 7
        SLOT 4
;~ 14: error: the slot is 4, 1 more than 3; a slot is also named by its first address
        MMU 3,-1
;~ 13: error: the page is -1, 1 less than 0
        MMU 3 e,0
        ORG 0FFFFh
        DW 1
;~ 9: error: the code runs past the end of memory, FFFF
        ORG 0C000h,1
        DB 1
;~ 1: warning: several pages have bytes at C000: PAGE1, PAGE3; the image lacks some of PAGE1; --save PAGE1=FILE writes one of them
        ORG 0C000h,3
        DB {5C00h}
;~ 12: error: no statement above places a byte at 5C00, where the device has one of its own
        DB {b 8000h}
        ld hl,$$$start
;~ 15: error: `$$$` is not supported; write a label before DISP and use its address
start:
