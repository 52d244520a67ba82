// What the end of a script compares, as one function without a name from outside: a script carries its text.

export type Asked = {
  /** `header:Name`, or a JSON pointer in which `*` stands for every entry `id=…` for the entry with that id and `type=…` or `code=…` for those of a type or a code, `type=…@…` for those that also show that status; behind `list:`, all that is there as one list. */
  at: string
  form: string
  /** As JSON, or as the words of a form. */
  values: string[]
}

/** `passed` is null where a list has no entry to look at. */
type Judged = { passed: boolean | null; received: string }

/** @param text an answer as `curl -i` prints it */
export const judgeAnswer = (text: string, { at, form, values }: Asked): Judged => {
  const [head = '', ...rest] = text.split(/\r?\n\r?\n/)
  const shown = (value: unknown): string => (value === undefined ? 'absent' : JSON.stringify(value))
  const canonical = (value: unknown): string =>
    JSON.stringify(value, (_key, one: unknown) =>
      typeof one === 'object' && one !== null && !Array.isArray(one)
        ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : one,
    ) ?? 'absent'
  const body = (): unknown => {
    try {
      return JSON.parse(rest.join('\n\n'))
    } catch {
      return undefined
    }
  }
  const step = (found: unknown[], part: string): unknown[] =>
    found.flatMap((one) => {
      if (typeof one !== 'object' || one === null) return [undefined]
      if (part === '*') return Array.isArray(one) ? one : [undefined]
      const wanted = /^(id|type|code)=([^@]*)(?:@(.*))?$/.exec(part)
      if (wanted && Array.isArray(one)) {
        const isWanted = (entry: { data?: { status?: { code?: unknown } } } | null): boolean =>
          (entry as Record<string, unknown> | null)?.[wanted[1]!] === wanted[2] &&
          (wanted[3] === undefined || entry?.data?.status?.code === wanted[3])
        const named = one.filter(isWanted)
        return named.length === 0 && wanted[1] === 'id' ? [undefined] : named
      }
      return [(one as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')]]
    })
  const isList = at.startsWith('list:')
  const name = at.startsWith('header:') ? at.slice(7).toLowerCase() : null
  const lines = head.split(/\r?\n/).filter((line) => line.toLowerCase().startsWith(`${name}:`))
  const valuesAt = (pointer: string): unknown[] => pointer.split('/').slice(1).reduce(step, [body()])
  const found: unknown[] =
    name === null
      ? isList
        ? [valuesAt(at)]
        : valuesAt(at)
      : [lines[0] === undefined ? undefined : lines[0].slice(name.length + 1).trim()]

  const [, status] = /^HTTP\S* (\d{3})/.exec(head) ?? []
  const dated = head.split(/\r?\n/).find((line) => /^date:/i.test(line))
  const answeredAt = Date.parse(dated?.slice('date:'.length) ?? '')
  const isBeside = form === 'as' || form === 'holds at most'
  const others = isBeside ? valuesAt(values[0]!) : []
  const [beside] = others

  const typeOf = (value: unknown): string[] => {
    if (value === null) return ['null']
    if (Array.isArray(value)) return ['array']
    return Number.isInteger(value) ? ['integer', 'number'] : [typeof value]
  }
  const asJson = (part: string): unknown => {
    try {
      return JSON.parse(part)
    } catch {
      return part
    }
  }
  /** A media type is itself with a charset, too. */
  const isWithParameters = (value: unknown, wanted: unknown): boolean =>
    name !== null && typeof value === 'string' && typeof wanted === 'string' && value.startsWith(`${wanted};`)
  const same = (value: unknown): boolean =>
    values.some(
      (one) => one === value || canonical(asJson(one)) === canonical(value) || isWithParameters(value, asJson(one)),
    )
  const isNumber = (one: unknown): one is number | string =>
    (typeof one === 'number' || (typeof one === 'string' && one !== '')) && Number.isFinite(Number(one))
  const order = (value: unknown, limit: string): number =>
    isNumber(value) && isNumber(limit)
      ? Number(value) - Number(limit)
      : (typeof value === 'string' ? value : canonical(value)) < limit
        ? -1
        : 1
  const sizeOf = (value: unknown): unknown =>
    Array.isArray(value) || (values[0] ?? '').endsWith(' characters')
      ? (value as { length?: unknown } | null)?.length
      : value
  const limit = (values[0] ?? '').replace(/ [a-z]+$/, '')
  const areTexts = (value: unknown): value is string[] =>
    Array.isArray(value) && value.every((one) => typeof one === 'string')
  /** An object with these fields at least; texts of a list in any order. */
  const has = (value: unknown, wanted: unknown): boolean =>
    areTexts(value) && areTexts(wanted)
      ? canonical([...value].toSorted()) === canonical([...wanted].toSorted())
      : typeof wanted === 'object' && wanted !== null && typeof value === 'object' && value !== null
        ? Object.entries(wanted).every(([key, one]) => has((value as Record<string, unknown>)[key], one))
        : canonical(value) === canonical(wanted)
  const isIn = (one: unknown, part: string): boolean =>
    typeof one === 'object' && one !== null && Object.values(one).includes(part)
  const holds = (value: unknown, part: string): boolean =>
    typeof value === 'string'
      ? value.includes(part)
      : Array.isArray(value) && value.some((one) => one === part || has(one, asJson(part)) || isIn(one, part))
  /** Of a list, each of several that are wanted. */
  const partsFor = (value: unknown): string[] => {
    const wanted = Array.isArray(value) ? asJson(values[0]!) : null
    return Array.isArray(wanted) ? wanted.map((one) => (typeof one === 'string' ? one : canonical(one))) : [values[0]!]
  }
  const fits = (value: string, pattern: string, flags: string | undefined): boolean => {
    try {
      return new RegExp(pattern, flags).test(value)
    } catch {
      return false
    }
  }
  const unescaped = (value: string): string => {
    try {
      return decodeURIComponent(value)
    } catch {
      return value
    }
  }
  const goes = (value: unknown, sign: number): boolean =>
    Array.isArray(value) &&
    value.every((one, index) => {
      const before: unknown = value[index - 1]
      return index === 0 || one === before || order(before, typeof one === 'string' ? one : canonical(one)) * sign < 0
    })
  const timesIn = (value: unknown): number =>
    Array.isArray(value) ? value.filter((one) => one === values[0]).length : 0
  /** One instant is the same in every form. */
  const asInstant = (value: unknown): string =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? String(Date.parse(value)) : canonical(value)
  const kindsIn = (value: unknown): number => (Array.isArray(value) ? new Set(value.map(asInstant)).size : 0)
  const passes: Record<string, (value: unknown) => boolean> = {
    equal: same,
    'one of': same,
    /** Of several events of a type. */
    'one of them': same,
    not: (value) => !same(value),
    present: (value) => value !== undefined,
    absent: (value) => value === undefined,
    type: (value) => typeOf(value).some((one) => values.includes(one)),
    '≥': (value) => value !== undefined && order(sizeOf(value), limit) >= 0,
    '≤': (value) => value !== undefined && order(sizeOf(value), limit) <= 0,
    after: (value) =>
      value !== undefined && value !== null && order(value, limit) > 0 && canonical(value) !== canonical(limit),
    before: (value) => value !== undefined && value !== null && order(value, limit) < 0,
    // The script itself takes some seconds.
    'near now': (value) =>
      typeof value === 'string' && Math.abs(Date.parse(value) - Date.now()) <= (Number(values[0]) + 30) * 1000,
    // Clocks may be apart, and an event comes some seconds later.
    about: (value) => typeof value === 'string' && Math.abs(Date.parse(value) - Date.parse(values[0]!)) <= 60_000,
    // A window lasts a minute; beside the date of its own answer it ends within that.
    'seconds of now': (value) =>
      isNumber(value) &&
      (Number.isNaN(answeredAt)
        ? Math.abs(Number(value) - Date.now() / 1000) <= 300
        : Math.abs(Number(value) - answeredAt / 1000 - 30) <= 30 + Number(values[0] ?? 270)),
    'with fields': (value) => has(value, asJson(values[0]!)),
    rising: (value) => goes(value, 1),
    falling: (value) => goes(value, -1),
    includes: (value) => partsFor(value).every((part) => holds(value, part)),
    /** Somewhere in it. */
    mentions: (value) => value !== undefined && canonical(value).includes(values[0]!),
    excludes: (value) => !partsFor(value).some((part) => holds(value, part)),
    only: (value) => Array.isArray(value) && value.every((one) => same(one)),
    'starts with': (value) => typeof value === 'string' && value.startsWith(values[0]!),
    // Where a target lies is its own affair.
    'leads to': (value) => typeof value === 'string' && unescaped(value).split(/[?#]/)[0]!.endsWith(values[0]!),
    /** As another place of the same answer says. */
    as: (value) => found.every((one, index) => one !== value || canonical(one) === canonical(others[index])),
    matches: (value) => typeof value === 'string' && fits(value, values[0]!, values[1]),
    'more often': (value) => timesIn(value) > Number(values[1]),
    'less often': (value) => timesIn(value) < Number(values[1]),
    'at least times': (value) => timesIn(value) >= Number(values[1]),
    alike: (value) => kindsIn(value) === 1,
    distinct: (value) => Array.isArray(value) && kindsIn(value) === value.length,
    /** As many entries as another place of the same answer says. */
    'holds at most': (value) => Array.isArray(value) && isNumber(beside) && value.length <= Number(beside),
    /** Of a code that comes with one status. */
    'only with': (value) => value !== values[0] || status === values[1],
    'no longer': (value) => typeof value !== 'string' || !fits(value, values[0]!, 'u'),
  }
  // An empty page shows nothing; a resource with an empty list has no wrong entry.
  if (found.length === 0) return { passed: at.startsWith('/data/') ? null : true, received: 'no entry to look at' }
  const isFurther = valuesAt('/page').some((page) => isNumber(page) && page !== 1)
  if (form === 'only' && isFurther && found.every((one) => Array.isArray(one) && one.length === 0))
    return { passed: null, received: 'no entry to look at' }
  if (
    (form === 'alike' || form === 'distinct') &&
    found.some((one) => !Array.isArray(one) || one.length < Number(values[0] ?? 2))
  )
    return { passed: null, received: 'too few to compare' }
  // What is not there says nothing of the other place.
  if (isBeside && found.some((_, index) => others[index] === undefined))
    return { passed: null, received: `nothing at ${values[0]}` }
  // With a third status it may be right, too.
  if (form === 'only with' && found.includes(values[0]) && status !== values[1] && status !== values[2])
    return { passed: null, received: `${values[0]} with ${status}` }
  // A page that is not full shows nothing of the most that it may have.
  if (
    form === '≤' &&
    (values[0] ?? '').endsWith(' events') &&
    found.some((one) => Array.isArray(one) && one.length < Number(limit))
  )
    return { passed: null, received: 'a page that is not full' }
  // Of fewer than two, and of those that are all alike, nobody knows in which order they are.
  const tellsNothing = (one: unknown): boolean => Array.isArray(one) && (one.length < 2 || kindsIn(one) === 1)
  if (['rising', 'falling'].includes(form) && found.some(tellsNothing))
    return { passed: null, received: shown(found[0]) }
  const right = found.find((value) => passes[form]!(value))
  const wrong = found.find((value) => !passes[form]!(value))
  const passed = form === 'one of them' ? right !== undefined : found.every((value) => passes[form]!(value))
  // Of an entry that is not there nothing was seen: neither that its field is wrong nor that it is right.
  const [entry] = /^\/data\/(?:\d+|id=[^/]*)(?=\/)/.exec(at) ?? []
  if (passed && entry !== undefined && valuesAt(entry)[0] === undefined)
    return { passed: null, received: 'no entry to look at' }
  return { passed, received: shown(passed ? right : wrong) }
}
