// A text in the other letter case: another text, which only who compares without regard to case takes for the same.

/** One without letters is made longer instead. */
export const inOtherCase = (text: string): string => {
  const swapped = text.replace(/[a-z]/gi, (letter) => {
    const lower = letter.toLowerCase()
    return letter === lower ? letter.toUpperCase() : lower
  })
  return swapped === text ? `${text}-not` : swapped
}
