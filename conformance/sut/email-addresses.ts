// Email addresses in a text, in one pass however long its words are.

const local = /[\w.+-]/
const domain = /[\w-]+(?:\.[\w-]+)+/y

/** Replaces each address in `text` by what `change` makes of it. */
export const replaceEmailAddresses = (text: string, change: (address: string) => string): string => {
  let result = ''
  let done = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    let start = at
    while (start > done && local.test(text[start - 1]!)) start -= 1
    domain.lastIndex = at + 1
    if (start === at || !domain.test(text)) continue
    result += text.slice(done, start) + change(text.slice(start, domain.lastIndex))
    done = domain.lastIndex
  }
  return result + text.slice(done)
}
