// The ways to write one JSON value: the same meaning, or the same to a reader, in other bytes.
import { inAscii, reversedKeys, spaced } from '../evidence/json-orders.ts'

type Write = (value: unknown) => string

export const compact: Write = (value) => JSON.stringify(value)

const indented: Write = (value) => JSON.stringify(value, null, 2)

export const writings: readonly { what: string; write: Write }[] = [
  { what: 'with compact JSON', write: compact },
  { what: 'with indented JSON', write: indented },
  { what: 'with spaces in its JSON', write: spaced },
  { what: 'with its keys in another order', write: (value) => compact(reversedKeys(value)) },
  { what: 'with letters outside ASCII escaped', write: (value) => inAscii(compact(value)) },
  { what: 'with slashes escaped', write: (value) => compact(value).replaceAll('/', '\\/') },
  { what: 'with a line feed at its end', write: (value) => `${compact(value)}\n` },
  { what: 'with accents apart from their letters', write: (value) => compact(value).normalize('NFD') },
]
