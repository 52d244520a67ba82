// What a JSON value has at a pointer; `type=…` in the place of an index stands for the entries of that type.

export const valuesAt = (body: unknown, pointer: string): unknown[] =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown[]>(
      (found, part) =>
        found.flatMap((one) => {
          if (typeof one !== 'object' || one === null) return [undefined]
          const [, type] = /^type=(.*)$/.exec(part) ?? []
          if (type !== undefined && Array.isArray(one))
            return one.filter((entry) => (entry as { type?: unknown } | null)?.type === type)
          return [(one as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')]]
        }),
      [body],
    )
