// A data file beside which the files of documents are not as they were: it opens and says so, and half a file is never served or exported.
import { readdirSync, renameSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { removeMade } from '../remove-made.ts'
import { minimal } from './samples.ts'
import { started } from './world-acts.ts'

type Started = Pick<Awaited<ReturnType<typeof started>>, 'port'>

/** What each document is answered to the lender and to the company. */
const downloads = async ({ port }: Started, order: string): Promise<number[]> => {
  const { data } = (await port.lender('GET', `/orders/${order}/documents`)).body as { data: { id: string }[] }
  const statuses = await Promise.all(
    data.map(async ({ id }) => {
      const { url } = (await port.lender('GET', `/documents/${id}`)).body.download
      return [(await port.fetch(url)).status, (await port.company('GET', `/documents/${id}/content`)).status]
    }),
  )
  return statuses.flat()
}

t.test('each way of losing them', async (t) => {
  const data = join(t.testdir(), 'data')
  const files = `${data}.files`
  const first = await started(t, { data })
  const { id } = (await first.port.lender('POST', '/orders', minimal(Date.UTC(2099, 0, 1)))).body
  await first.port.company('POST', `/orders/${id}/deliver`, {})
  const whole = await downloads(first, id)
  t.ok(whole.length > 1 && whole.every((status) => status === 200))
  await first.simulator.close()

  const opened = async () => {
    const warned: string[] = []
    const quiet = () => undefined
    const log = { debug: quiet, info: quiet, error: quiet, warn: (_: object, text: string) => void warned.push(text) }
    const again = await started(t, { data, log })
    const statuses = await downloads(again, id)
    const exported = await again.simulator.export().then(
      () => 'all',
      ({ code }) => code,
    )
    t.equal(exported, statuses.includes(404) ? 'world_incomplete' : 'all')
    t.strictSame((await again.simulator.export({ documents: 'none' })).files, {})
    await again.simulator.close()
    return { warned, statuses }
  }
  t.strictSame(await opened(), { warned: [], statuses: whole })
  const [name] = readdirSync(files).filter((one) => one.startsWith('doc_'))
  const [file, kept] = [join(files, name!), join(t.testdirName, 'kept')]
  renameSync(file, kept)
  for (const [how, spoil] of [
    ['missing', () => undefined],
    ['empty', () => writeFileSync(file, '')],
    ['longer', () => writeFileSync(file, 'x'.repeat(5_000_000))],
  ] as const) {
    spoil()
    const { warned, statuses } = await opened()
    t.strictSame(
      statuses.toSorted(),
      whole.map((_, index) => (index < whole.length - 2 ? 200 : 404)),
      how,
    )
    t.match(warned, [/^Files of documents are missing .*\(1 of \d+, the first doc_.*data\.files, too\.$/], how)
  }
  renameSync(kept, file)
  truncateSync(file, 20)
  t.equal((await opened()).warned.length, 1, 'cut')
  removeMade(files)
  const alone = await opened()
  t.ok(
    alone.statuses.every((status) => status === 404),
    'the data file alone',
  )
  t.equal(alone.warned.length, 1)
})
