// Texts longer than the columns that software keeps texts in. No limit is shown: a target may refuse them, and never cut them.

const filler = 'There is more to be said of the house, and of the way to it, than fits on one line. '

/** A text that begins with another one, of at least `letters` letters, whose last words stand nowhere else in it. */
const grown = (text: string, letters: number): string =>
  `${text} ${filler.repeat(Math.ceil(Math.max(0, letters - text.length) / filler.length))}That is all.`

/** Of somewhat more than 4,000 letters, as remarks and reasons may have. */
export const longRemark = (text: string): string => grown(text, 4_000)

/** Of somewhat more than 255 letters, as names and references may have. */
export const longLine = (text: string): string => grown(text, 256)
