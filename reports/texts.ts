// Values as short texts, for the places where a whole one would not fit.

export const shortly = (value: unknown, most = 160): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
  return text.length > most ? `${text.slice(0, most)}…` : text
}
