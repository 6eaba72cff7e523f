"""The order of the stages: what each command does, from files to files; a command is one import of a module here."""
