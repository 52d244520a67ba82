// When what an order shows is what was sent, as loosely as the contract lets a target store it.

type Holds = (value: unknown) => boolean

/** A text as sent, or in Unicode normal form C (freedom conventions.unicode-normalisation). */
export const sameText =
  (sent: string): Holds =>
  (value) =>
    value === sent || value === sent.normalize('NFC')

const textKey = (value: unknown): unknown => (typeof value === 'string' ? value.normalize('NFC') : value)

type Contact = { type?: unknown; role?: unknown; value?: unknown }

/** A phone number is compared character for character, an email address in normal form C. */
export const contactKey = ({ type, role, value }: Contact): string =>
  JSON.stringify([type, role, type === 'phone' ? value : textKey(value)])

/** The listed members of an entry, their normal form aside. */
export const memberKey =
  (...members: string[]) =>
  (entry: object): string =>
    JSON.stringify(members.map((member) => textKey((entry as Record<string, unknown>)[member])))

/** The same entries in any order (freedom conventions.array-order); null where there are none (empty-collections). */
export const sameEntries = <T extends object>(sent: readonly T[], key: (entry: T) => string): Holds => {
  const wanted = JSON.stringify(sent.map(key).toSorted())
  return (value) => {
    const shown = value ?? []
    if (!Array.isArray(shown) || shown.some((entry) => typeof entry !== 'object' || entry === null)) return false
    return JSON.stringify((shown as T[]).map(key).toSorted()) === wanted
  }
}

const abbreviations: Readonly<Record<string, string>> = {
  street: 'st',
  avenue: 'ave',
  road: 'rd',
  lane: 'ln',
  drive: 'dr',
  north: 'n',
  west: 'w',
  apartment: 'apt',
  suite: 'ste',
}

const postalWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[.,]/g, ' ')
    .trim()
    .split(/\s+/)
    .map((word) => abbreviations[word] ?? word)
    .join(' ')

/** A street in the letter case and with the abbreviations of the postal service (freedom create.street-standardised). */
export const sameStreet =
  (sent: string): Holds =>
  (value) =>
    typeof value === 'string' && postalWords(value) === postalWords(sent)

const lastWord = (text: string): string =>
  text
    .trim()
    .split(/[\s#]+/)
    .at(-1)!
    .toLowerCase()

/** A unit by its number or letter alone: the word before it is the postal service's affair. */
export const sameUnit =
  (sent: string): Holds =>
  (value) =>
    typeof value === 'string' && lastWord(value) === lastWord(sent)

export const isText: Holds = (value) => typeof value === 'string' && value.trim() !== ''

// A target may have another name for a city, a state or a county, but must have one where it was sent one.
const partLike: Readonly<Record<string, (sent: string) => Holds>> = {
  street: sameStreet,
  unit: sameUnit,
  postal_code: (sent) => (value) => value === sent,
  city: () => isText,
  state: () => isText,
  county: () => isText,
}

/** An address with every part that was sent. */
export const sameAddress =
  (sent: object): Holds =>
  (value) =>
    Object.entries(sent).every(
      ([part, text]) =>
        typeof text !== 'string' ||
        partLike[part]!(text)((value as Record<string, unknown> | null | undefined)?.[part]),
    )
