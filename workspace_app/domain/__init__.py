"""What there is and the rules of its life: plain typed objects, no I/O."""
