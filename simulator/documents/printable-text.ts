// Fits any text into the letters that the standard PDF fonts have, without losing what it said.

/** Letters of Windows-1252 above ASCII, besides U+00A0 to U+00FF. */
const extras = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ')

const fits = (letter: string): boolean => {
  const code = letter.codePointAt(0) ?? 0
  return (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff) || extras.has(letter)
}

/** Undrawable letters lose their accents if that helps and are named by their code point if not; long text is cut. */
export function printableText(text: string, longest = 400): string {
  const letters = [
    ...text
      .slice(0, longest * 2)
      .normalize('NFC')
      .replace(/\s+/g, ' '),
  ]
  const shown = letters.slice(0, longest).map((letter) => {
    if (fits(letter)) return letter
    const base = letter.normalize('NFKD').replace(/\p{M}/gu, '')
    if (base !== '' && [...base].every(fits)) return base
    return `<U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`
  })
  return shown.join('') + (letters.length > longest || text.length > longest * 2 ? '…' : '')
}
