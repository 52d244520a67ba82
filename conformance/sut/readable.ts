// What can be read in a text beside what stands there: its escapes resolved, and its letters and digits without what separates them.

export type Readable = {
  text: string
  /** Where in the first text a letter stands. */
  startOf(index: number): number
  /** Where in the first text a range ends that ends before this letter. */
  endOf(index: number): number
}

const asItIs = (text: string): Readable => ({ text, startOf: (index) => index, endOf: (index) => index })

/** A text may be escaped several times. */
const mostTimes = 4

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  plus: '+',
  sol: '/',
  bsol: '\\',
  lowbar: '_',
  hyphen: '-',
  dash: '-',
  equals: '=',
  period: '.',
  colon: ':',
  comma: ',',
  excl: '!',
  num: '#',
  dollar: '$',
  percnt: '%',
  ast: '*',
  commat: '@',
}

const escape =
  /%u([0-9a-f]{4})|%([0-9a-f]{2})|\\u([0-9a-f]{4})|\\[ux]\{([0-9a-f]{1,6})\}|\\x([0-9a-f]{2})|&#x0{0,4}([0-9a-f]{1,6});|&#0{0,4}(\d{1,7});|\\([0-3][0-7]{2})|\\(["'\\/])|&([a-z]{2,6});/gi

const unreadable = '\uFFFD'

const hint = /[%\\&]/

/** One letter for each escape. */
const letterOf = (groups: readonly (string | undefined)[]): string => {
  const [decimal, octal, itself, name] = groups.slice(6)
  if (itself !== undefined) return itself
  if (name !== undefined) return named[name.toLowerCase()] ?? unreadable
  const hex = groups.slice(0, 6).find((digits) => digits !== undefined)
  const code = hex === undefined ? Number.parseInt((decimal ?? octal)!, decimal ? 10 : 8) : Number.parseInt(hex, 16)
  return code > 0xffff ? unreadable : String.fromCharCode(code)
}

/** Where what each letter of the resolved text was made of begins, and where the last one ends. */
const startsIn = (text: string): number[] => {
  const starts: number[] = []
  let done = 0
  const pass = (until: number): void => {
    for (; done < until; done += 1) starts.push(done)
  }
  for (const match of text.matchAll(escape)) {
    pass(match.index)
    starts.push(match.index)
    done = match.index + match[0].length
  }
  pass(text.length + 1)
  return starts
}

/** Null where nothing is escaped in it. */
const unescaped = (from: Readable): Readable | null => {
  if (!hint.test(from.text)) return null
  const text = from.text.replaceAll(escape, (_whole, ...groups: (string | undefined)[]) => letterOf(groups))
  if (text === from.text) return null
  // Few texts have a secret in them.
  let starts: number[] | undefined
  const place = (index: number): number => (starts ??= startsIn(from.text))[index]!
  return { text, startOf: (index) => from.startOf(place(index)), endOf: (index) => from.endOf(place(index)) }
}

/** The text, and what its escapes come to, each time that they are resolved. */
export const readings = (text: string): Readable[] => {
  const all = [asItIs(text)]
  while (all.length <= mostTimes) {
    const next = unescaped(all.at(-1)!)
    if (next === null) break
    all.push(next)
  }
  return all
}

export const compacted = (text: string): string => text.replaceAll(/[^0-9A-Za-z]+/g, '')

/** Where each letter or digit stands. */
const placesIn = (text: string): number[] => [...text.matchAll(/[0-9A-Za-z]/g)].map(({ index }) => index)

/** Letters and digits alone. */
export const compact = (from: Readable): Readable => {
  let places: number[] | undefined
  const placeOf = (index: number): number => (places ??= placesIn(from.text))[index]!
  return {
    text: compacted(from.text),
    startOf: (index) => from.startOf(placeOf(index)),
    endOf: (index) => from.endOf(placeOf(index - 1) + 1),
  }
}
