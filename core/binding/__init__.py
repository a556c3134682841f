"""Binding: occurrences to roots and references (CONTRACT e).

Import what you need from its modules: ``bind.bind_view``, ``state.BindingState``, ``roots.Root``.
"""
