"""Merged -> Papers and ledger: ids, slugs and dates read where they exist, minted where they do not."""

from generator.identity.accounting import orphans, receipts
from generator.identity.known import adopt, deleted, published
from generator.identity.making import assign

__all__ = ["adopt", "assign", "deleted", "orphans", "published", "receipts"]
