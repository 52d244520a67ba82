// People read words on the pages of the console: no page shows the id of an operation in its lists and choices.
import { inBrowser } from '../browser.ts'
import { startBench } from '../console.ts'
import { operations } from '../simulator/judge-answer.ts'

const pages = ['orders', 'events', 'journal', 'faults', 'personas', 'clock', 'credentials']

inBrowser('no list and no choice shows the id of an operation', async (t) => {
  const bench = await startBench(t)
  await bench.place()
  await bench.control('POST', '/faults', { kind: 'status', status: 503, operation: 'listOrders' })
  const ids = operations.map(({ id }) => id)
  t.ok(ids.includes('listOrders'))
  for (const name of pages) {
    const { page, troubles } = await bench.visit(t, name)
    await page.waitForSelector('main h1')
    if (name === 'journal' || name === 'faults') await page.waitForSelector('main tbody tr')
    const text = await page.innerText('main')
    t.strictSame(
      ids.filter((id) => new RegExp(`\\b${id}\\b`).test(text)),
      [],
      name,
    )
    t.strictSame(troubles, [])
  }
})

inBrowser('the scope of a fault is a name, a colon and words', async (t) => {
  const bench = await startBench(t)
  await bench.control('POST', '/faults', { kind: 'status', status: 503, operation: 'getAccount' })
  const { page } = await bench.visit(t, 'faults')
  await page.waitForSelector('main tbody tr')
  t.match(await page.innerText('tbody'), 'operation: Read the account of the credential')
})
