// What a JSON value has at a pointer; `type=…` in the place of an index stands for the entries of that type, `type=…@…` for those that also show that status.

type Entry = { type?: unknown; data?: { status?: { code?: unknown } } }

export const valuesAt = (body: unknown, pointer: string): unknown[] =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown[]>(
      (found, part) =>
        found.flatMap((one) => {
          if (typeof one !== 'object' || one === null) return [undefined]
          const [, type, status] = /^type=([^@]*)(?:@(.*))?$/.exec(part) ?? []
          if (type !== undefined && Array.isArray(one))
            return (one as (Entry | null)[]).filter(
              (entry) => entry?.type === type && (status === undefined || entry.data?.status?.code === status),
            )
          return [(one as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')]]
        }),
      [body],
    )
