; What is in greeting.com.
entry 0100
data  0119              ; the digit
text  011A-0128
