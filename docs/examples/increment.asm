; A word in page 0, incremented by the length of a record.
        CLC
        LDA  ptr
        ADC  #16
        STA  ptr
        BCC  done
        INC  ptr+1
done:
---
        LDA  ptr
        ADC  #15
        STA  ptr
        BCC  done
        INC  ptr+1
done:
