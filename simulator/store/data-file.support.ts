// What the tests of the store's data file share: rows, the code of a refusal, and a process of its own at a file.
import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import type { ChildProcessByStdio } from 'node:child_process'
import type { Order } from '../domain/records.ts'
import { createStore } from './create-store.ts'
import { rowSchema } from './row-shape.ts'
import { StoreError } from './store-error.ts'

export const account = 'len_a:sandbox'

type Shape = ReturnType<typeof rowSchema>

/** The least that fits a schema. */
const leastOf = ({ type = 'object', required = [], properties = {} }: Shape): unknown => {
  const types = [type].flat()
  if (types.includes('null')) return null
  const values = { string: '', number: 1, boolean: false, array: [] }
  if (types[0] !== 'object') return values[types[0] as keyof typeof values]
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, one]) =>
      required.includes(name) || [one.type].flat().includes('null') ? [[name, leastOf(one)]] : [],
    ),
  )
}

/** A row that has every field, in the order in which they are written. */
export const wholeRow = <Row>(table: Parameters<typeof rowSchema>[0], fields: object): Row =>
  ({ ...(leastOf(rowSchema(table)) as object), ...fields }) as Row

export const order = (id: string, fields: Partial<Order> = {}): Order =>
  wholeRow('orders', { id, account, order_number: id, status: { code: 'new', changed_at: 1 }, ...fields })

/** The code with which opening the file is refused, or undefined when it opens. */
export const refusal = (file: string): Promise<string | undefined> =>
  createStore({ file }).then(
    (store) => store.close().then(() => undefined),
    (error: unknown) => (error instanceof StoreError ? error.code : String(error)),
  )

/** Runs module text in a process of its own, `before` ahead of the rest; `store` is open on the file, `say` writes one line and returns once it is out. */
export const child = (file: string, body: string, before = ''): ChildProcessByStdio<null, Readable, null> => {
  const code = `
    import { createStore } from ${JSON.stringify(import.meta.resolve('./create-store.js'))}
    import { writeSync } from 'node:fs'
    const say = (line) => writeSync(1, line + '\\n')
    ${before}
    const store = await createStore({ file: ${JSON.stringify(file)} })
    ${body}`
  const args = [...process.execArgv, '--input-type=module', '--eval', code]
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
}
