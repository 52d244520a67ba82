// A text without the letters of one kind at its end, read letter by letter from there.

/** `kind` is asked of one letter. `/[…]+$/` would begin again at each letter of every run in the middle of the text. */
export const withoutEnd = (text: string, kind: RegExp): string => {
  let end = text.length
  while (end > 0) {
    const isPair = /[\uDC00-\uDFFF]/.test(text[end - 1]!) && /[\uD800-\uDBFF]/.test(text[end - 2] ?? '')
    const letter = text.slice(end - (isPair ? 2 : 1), end)
    if (!kind.test(letter)) break
    end -= letter.length
  }
  return text.slice(0, end)
}
