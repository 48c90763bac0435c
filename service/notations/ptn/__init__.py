"""PTN: tags in brackets, as Trickster Cards exports a round."""
