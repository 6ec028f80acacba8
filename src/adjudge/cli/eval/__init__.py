"""What `adjudge eval` and `adjudge calibrate` do."""
