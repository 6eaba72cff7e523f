"""Content as read and as it will stand -> the files of content/ to write, never over a person's save."""

from __future__ import annotations

from generator import content as pages_of_record
from generator.content import topic
from generator.model import Content, Write


def content_changes(before: Content, after: Content) -> list[Write]:
    """What differs from `before`; `store` refuses to write over a file that changed since it was read."""
    outputs = pages_of_record.outputs(after.papers, after.ledger, after.receipts, before)
    writes = [Write(output.path, output.content, before.files.get(output.path)) for output in outputs]
    known = {found.slug for found in before.topics}
    new = ((f"{pages_of_record.TOPICS}/{found.slug}.md", found) for found in after.topics if found.slug not in known)
    return [*writes, *(Write(path, topic.write(found), None) for path, found in new if path not in before.files)]
