// What the values of a record are, where a script is made of them.

/** A value of an answer, and where it stands. */
export type Place = { at: string; value: unknown }

export const isHolder = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

export const areTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

/** What is undefined no record has. */
export const shownIn = (value: object): [string, unknown][] =>
  Object.entries(value).filter(([, one]) => one !== undefined)
