// docs/control-port.md: how each operation of the port is called, as fixtures/control.yaml has it.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { loadFixture } from './fixture-files.ts'
import { root } from './places.ts'

type Schema = { $ref?: string; required?: string[]; properties?: Record<string, unknown> }
type Documented = { operationId?: string; requestBody?: { content: Record<string, { schema: Schema }> } }

const page = readFileSync(join(root, 'docs/control-port.md'), 'utf8')

t.test('each call that the page of the port names is one of its document, with a body of its form', async (t) => {
  const document = loadFixture('control.yaml') as {
    paths: Record<string, Record<string, Documented>>
    components: { schemas: Record<string, Schema> }
  }
  const unnamed = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}')
  const rows = [...page.matchAll(/^\| `(\w+)` +\| `([A-Z]+) (\S+)` +\| (.*?) +\| (.*?) +\|$/gm)]
  t.ok(rows.some(([, id]) => id === 'renewRateLimit'))
  for (const [, id, method, path = '', body = '', unlocks] of rows) {
    const calls = Object.entries(document.paths).flatMap(([at, methods]) =>
      unnamed(at) === unnamed(path) ? [methods[method!.toLowerCase()]] : [],
    )
    const call = calls.find((one) => one?.operationId === id)
    t.ok(call, `${id} is ${method} ${path}`)
    t.not(unlocks, '', String(id))
    const schema = Object.values(call?.requestBody?.content ?? {})[0]?.schema
    const { required = [], properties = {} } = document.components.schemas[schema?.$ref?.split('/').at(-1) ?? ''] ?? {}
    const shown = [...body.matchAll(/[{,] ?"(\w+)":/g)].map(([, name]) => name!)
    t.strictSame(
      shown.filter((name) => !Object.hasOwn(properties, name)),
      [],
      `${id} takes these`,
    )
    t.strictSame(
      required.filter((name) => !shown.includes(name)),
      [],
      `${id} needs these`,
    )
  }
})

t.test('each value that the page shows is one of its field', async (t) => {
  const document = loadFixture('control.yaml') as {
    paths: Record<string, Record<string, Documented>>
    components: { schemas: Record<string, Schema & { enum?: unknown[]; items?: Schema }> }
  }
  const { schemas } = document.components
  const named = (one?: Schema) => schemas[one?.$ref?.split('/').at(-1) ?? ''] ?? (one as (typeof schemas)[string])
  const valuesOf = (one?: Schema): unknown[] | undefined => named(named(one)?.items ?? one)?.enum
  const calls = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const seen: string[] = []
  for (const [, id, body = ''] of page.matchAll(/^\| `(\w+)` .*?`(\{".*?\})`/gm)) {
    if (body.includes('{…}')) continue
    const call = calls.find(({ operationId }) => operationId === id)
    const { properties = {} } = named(Object.values(call?.requestBody?.content ?? {})[0]?.schema)
    for (const [name, value] of Object.entries(JSON.parse(body) as object)) {
      const values = valuesOf(properties[name] as Schema)
      if (!values) continue
      for (const one of [value].flat()) t.ok(values.includes(one), `${id}: ${name} ${String(one)}`)
      seen.push(name)
    }
  }
  for (const name of ['to_status', 'kind', 'from']) t.ok(seen.includes(name), name)
})

t.test('the page names each operation that a check asks the port for', async (t) => {
  const sources = readdirSync(join(root, 'conformance'), { recursive: true, encoding: 'utf8' })
  const asked = sources
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [
      ...readFileSync(join(root, 'conformance', name), 'utf8').matchAll(
        /(?:requirePort|portWith|lackOf)\(\w+, ('\w+'(?:, '\w+')*)\)/g,
      ),
    ])
    .flatMap(([, names = '']) => [...names.matchAll(/\w+/g)].map(([name]) => name))
  t.ok(asked.length > 20)
  t.strictSame(
    [...new Set(asked)].filter((name) => !page.includes(`| \`${name}\``)),
    [],
  )
})
