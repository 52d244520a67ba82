// JSON as text: what is left of it without its strings, and whether it goes beyond ASCII.

export const withoutStrings = (text: string): string => text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')

export const isBeyondAscii = (text: string): boolean => /[^\p{ASCII}]/u.test(text)
