// Values that a field does not take, each made of the valid one: of another JSON type, or a date of another form.

type Made = (sent: unknown) => unknown

const numeric: Made = (sent) => (typeof sent === 'string' && /^\d+$/.test(sent) ? Number(sent) : 42)

/** By the type of the field, then by that of the value. A text that a careless reader would convert is a number of the same digits. */
export const otherTypes: Readonly<Record<string, Readonly<Record<string, Made>>>> = {
  string: { number: numeric, boolean: () => true, object: () => ({}), array: (sent) => [sent ?? '42'] },
  number: { string: (sent) => String(sent ?? 42), boolean: () => true, object: () => ({}), array: () => [] },
  integer: { string: (sent) => String(sent ?? 42), boolean: () => true, object: () => ({}), array: () => [] },
  boolean: { string: () => 'true', number: () => 1, array: () => [] },
  array: { string: () => 'Imani Example', object: () => ({}) },
  object: { string: () => 'Imani Example', array: () => [] },
}

// Each is made from a date that would do, so that nothing but the form is wrong; none is a calendar date of the form.
export const otherDates: Readonly<Record<string, (due: string) => string>> = {
  'no-such-day': (due) => `${Number(due.slice(0, 4)) + 1}-02-30`,
  'no-such-month': (due) => `${Number(due.slice(0, 4)) + 1}-13-01`,
  'day-first': (due) => due.split('-').toReversed().join('/'),
  'month-first': (due) => `${due.slice(5, 7)}/${due.slice(8)}/${due.slice(0, 4)}`,
  'with-time': (due) => `${due}T00:00:00Z`,
  words: () => 'next Tuesday',
  compact: (due) => due.replaceAll('-', ''),
  'two-digit-year': (due) => due.slice(2),
}
