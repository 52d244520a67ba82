// What the values of a record are, as far as a script rests on them.

/** A value of an answer, and where it stands. */
export type Place = { at: string; value: unknown }

export const isHolder = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

export const areTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

/** The entries of a page of a list; null where a body is none. */
export const entriesIn = (body: unknown): readonly unknown[] | null =>
  isHolder(body) && Array.isArray(body['data']) ? body['data'] : null

/** What is undefined no record has. */
export const shownIn = (value: object): [string, unknown][] =>
  Object.entries(value).filter(([, one]) => one !== undefined)
