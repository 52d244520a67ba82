// A text of the target's, short enough for a sentence of ours.

const most = 120

export const capped = (text: string): string => {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
  return line.length > most ? `${line.slice(0, most)}…` : line
}
