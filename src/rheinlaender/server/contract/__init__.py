"""The contract: models of everything that is asked and answered. `/openapi.json` is made from them."""
