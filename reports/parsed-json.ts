// The JSON value of a text; undefined where it is none.

export const parsedJson = (text: string | undefined): unknown => {
  try {
    return JSON.parse(text ?? '') as unknown
  } catch {
    return undefined
  }
}
