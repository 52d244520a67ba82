// The replies of people among the responses of a revision request. Their shape is open, and a move may stand among them without words.

const someText = (value: unknown, fits: (text: string) => boolean): boolean =>
  typeof value === 'string'
    ? fits(value)
    : typeof value === 'object' && value !== null && Object.values(value).some((part) => someText(part, fits))

export const hasMessageId = (reply: unknown): boolean => someText(reply, (text) => text.startsWith('msg_'))

export const says = (reply: unknown, words: string): boolean => someText(reply, (text) => text.includes(words))

/** Neither a code, nor an identifier, nor a time has a space between its letters. */
export const isInWords = (reply: unknown): boolean => someText(reply, (text) => /\S \S/.test(text))
