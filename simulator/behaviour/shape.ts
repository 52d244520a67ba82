// A JSON Schema for request bodies, and the parts that many share.

export type Shape = Record<string, unknown>

/** Blank is as good as missing. */
export const notBlank = '\\S'

/** What may be null besides. */
export const nullable = (shape: Shape): Shape => ({
  ...shape,
  type: [shape['type'], 'null'],
  ...(Array.isArray(shape['enum']) && { enum: [...(shape['enum'] as unknown[]), null] }),
})
