"""What is served outside the contract."""
