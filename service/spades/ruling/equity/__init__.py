"""What best play makes of the cards at an offence: double dummy, beside what happened."""
