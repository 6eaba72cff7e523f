"""Files to write and remove -> the project's folders, all or nothing; the only writer of content/ and site/."""

from generator.store.creation import create
from generator.store.disk import machine_faults
from generator.store.inputs import remember, settled, snapshot, unchanged
from generator.store.journal import ANY, WORKPLACE, apply, recover
from generator.store.lock import locked
from generator.store.report import forget_report, keep_report, kept_report
from generator.store.site import LENIENT, MANIFEST, altered, clean, manifest, site_changes

__all__ = [
    "ANY",
    "LENIENT",
    "MANIFEST",
    "WORKPLACE",
    "altered",
    "apply",
    "clean",
    "create",
    "forget_report",
    "keep_report",
    "kept_report",
    "locked",
    "machine_faults",
    "manifest",
    "recover",
    "remember",
    "settled",
    "site_changes",
    "snapshot",
    "unchanged",
]
