// Every freedom says whether a run notes its reading, and that is so.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { freedoms } from '../../conformance/contract/contract.ts'
import { observers } from '../../conformance/observe/watch-readings.ts'
import type { RunEvent } from '../../reports/run-record.ts'
import { sourcesIn } from '../layers.ts'
import { root } from '../places.ts'
import { recordOf } from '../records.ts'

const said = (observed: string): string[] =>
  [...freedoms().values()].filter((freedom) => freedom.observed === observed).map(({ id }) => id)

const authors = sourcesIn('conformance')
  .filter((file) => !file.startsWith('conformance/observe/'))
  .map((file) => readFileSync(join(root, file), 'utf8'))
const isNamed = (id: string): boolean => authors.some((text) => text.includes(`'${id}'`))

t.test('what is observed passively has an observer, and nothing else has', async (t) => {
  t.strictSame(observers.map(({ freedom }) => freedom).toSorted(), said('passively').toSorted())
})

t.test('what is observed actively is named by a check, a scenario or a step', async (t) => {
  t.strictSame(
    said('actively').filter((id) => !isNamed(id)),
    [],
  )
})

t.test('what is never observed is named by none', async (t) => {
  t.strictSame(said('never').filter(isNamed), [])
})

t.test('a run notes no reading of a freedom that is said never to be observed', async (t) => {
  const never = new Set(said('never'))
  const { events } = await recordOf('clean')
  const noted = events().flatMap((event: RunEvent) => (event.type === 'reading' ? [event.freedom] : []))
  t.ok(noted.length > 0, 'readings were noted')
  t.strictSame(
    noted.filter((id) => never.has(id)),
    [],
  )
})
