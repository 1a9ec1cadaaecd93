"""Computer players in processes of their own, in any language: text over standard streams."""
