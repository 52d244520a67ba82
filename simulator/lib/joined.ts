// One text of several, for a text that is kept: one that `+` or a template makes stays its parts, each an object of its own.

export const joined = (...parts: string[]): string => parts.join('')
