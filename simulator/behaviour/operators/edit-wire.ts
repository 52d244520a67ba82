// Small edits of a body on its way out, by dotted path; a star stands for every entry of an array.

export type Wire = Record<string, unknown>

export const isWire = (value: unknown): value is Wire => typeof value === 'object' && value !== null

/** Calls `edit` with each object that holds the last step of the path. */
const atEach = (body: unknown, path: string, edit: (owner: Wire, key: string) => void): void => {
  const [step = '', ...rest] = path.split('.')
  if (!isWire(body)) return
  const keys = step === '*' ? Object.keys(body) : [step]
  for (const key of keys) {
    if (rest.length > 0) atEach(body[key], rest.join('.'), edit)
    else if (key in body) edit(body, key)
  }
}

export const dropAt = (body: unknown, path: string): void =>
  atEach(body, path, (owner, key) => {
    delete owner[key]
  })

export const changeAt = (body: unknown, path: string, change: (value: unknown) => unknown): void =>
  atEach(body, path, (owner, key) => {
    owner[key] = change(owner[key])
  })

export const renameAt = (body: unknown, path: string, name: string): void =>
  atEach(body, path, (owner, key) => {
    owner[name] = owner[key]
    delete owner[key]
  })
