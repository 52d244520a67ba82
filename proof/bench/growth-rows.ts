// What each operation takes once there are many orders, beside itself with few.
import type { Load, Measured } from './make-load.ts'
import type { Figure, Row, Setting } from './row.ts'
import { fill, placing, readText, sendTo, startLoad, startSimulated, type Simulated } from './simulated.ts'
import { startWorker, type Worker } from './worker.ts'

type Operation = {
  name: string
  method: Load['method']
  /** In turn; what is in braces is an order, its document, or the link to its bytes. */
  paths: string[]
  body?: string
  type?: string
  /** The status of the orders that each request uses up, one for each. */
  uses?: 'new' | 'report_complete'
}

const read = (name: string, path: string): Operation => ({ name, method: 'GET', paths: [path] })

const write = (name: string, method: Load['method'], path: string, body: object): Operation => ({
  name,
  method,
  paths: [path],
  body: JSON.stringify(body),
})

const boundary = 'bench'

const part = (name: string, more: string, text: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`

const file = [
  part('kind', '', 'supporting'),
  part('description', '', 'A plat map.'),
  part('file', '; filename="map.txt"\r\ncontent-type: text/plain', 'A map in words.'),
  `--${boundary}--\r\n`,
].join('')

const upload: Operation = {
  name: 'POST documents',
  method: 'POST',
  paths: ['/orders/{order}/documents'],
  body: file,
  type: `multipart/form-data; boundary=${boundary}`,
}

const operations = (receiver: string, form: string): Operation[] => [
  read('GET /ping', '/ping'),
  {
    name: 'POST /oauth/token',
    method: 'POST',
    paths: ['/oauth/token'],
    body: form,
    type: 'application/x-www-form-urlencoded',
  },
  read('GET /account', '/account'),
  read('GET /order-types', '/order-types'),
  read('GET /orders', '/orders'),
  read('GET /orders, filtered', '/orders?status=new&updated_since=2020-01-01T00:00:00Z'),
  read('GET /orders, page 30', '/orders?page=30'),
  read('GET /orders/{id}', '/orders/{order}'),
  write('PATCH /orders/{id}', 'PATCH', '/orders/{order}', { lender_reference: 'BENCH-1' }),
  {
    ...write('POST hold, resume', 'POST', '', { reason: 'The borrower is away.' }),
    paths: ['/orders/{order}/hold', '/orders/{order}/resume'],
  },
  { ...write('POST cancel', 'POST', '/orders/{order}/cancel', {}), uses: 'new' },
  {
    ...write('POST advance', 'POST', '/sandbox/orders/{order}/advance', { to_status: 'appraiser_accepted' }),
    uses: 'new',
  },
  {
    ...write('POST revision-requests', 'POST', '/orders/{order}/revision-requests', {
      kind: 'correction',
      reason: 'The garage is missing.',
    }),
    uses: 'report_complete',
  },
  read('GET revision-requests', '/orders/{order}/revision-requests'),
  write('POST messages', 'POST', '/orders/{order}/messages', {
    recipient: 'manager',
    subject: 'Access',
    body: 'Call.',
  }),
  read('GET messages', '/orders/{order}/messages'),
  upload,
  read('GET documents', '/orders/{order}/documents'),
  read('GET /documents/{id}', '/documents/{document}'),
  read('GET /download/{id}', '{link}'),
  read('GET /events', '/events'),
  read('GET /webhook', '/webhook'),
  write('PUT /webhook', 'PUT', '/webhook', { url: receiver }),
  write('POST /webhook/test', 'POST', '/webhook/test', { type: 'order.created' }),
]

const idsOf = async (simulated: Simulated, path: string): Promise<string[]> =>
  (JSON.parse(await readText(simulated, path)) as { data: { id: string }[] }).data.map(({ id }) => id)

/** What stands in braces. Of the oldest order: the newest are those that requests use up. */
const subjectsOf = async (simulated: Simulated): Promise<Record<string, string>> => {
  const order = (await idsOf(simulated, '/orders?status=new')).at(-1)!
  const reply = await fetch(`${simulated.url}/orders/${order}/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${simulated.tokens[0]}`, 'content-type': upload.type! },
    body: file,
  })
  const { id } = (await reply.json()) as { id: string }
  const { download } = JSON.parse(await readText(simulated, `/documents/${id}`)) as { download: { url: string } }
  return { order, document: id, link: download.url.replace(simulated.url, '') }
}

/** As many orders as a round uses up. */
const usedUp = 40

const fillWith = async (load: Worker, assay: string, orders: number, receiver: string, rounds: number) => {
  const simulated = await startSimulated(assay, { allowHttpWebhooks: true })
  await fill(load, simulated, orders)
  for (let round = 0; round <= rounds; round += 1)
    await simulated.worker.ask('seed', { statuses: ['report_complete'], count: usedUp })
  // No order of these loads ever has that event.
  await sendTo(simulated, receiver, ['order.fee_changed'])
  return { simulated, subjects: await subjectsOf(simulated) }
}

const growth = async ({ assay, many, rounds }: Setting): Promise<Figure[]> => {
  const [receiver, load] = await Promise.all([startWorker('serve-receiver.js', []), startLoad()])
  const url = await receiver.ask<string>('url')
  const sides = await Promise.all([1000, many].map((orders) => fillWith(load, assay, orders, url, rounds)))
  const asked = async ({ simulated, subjects }: (typeof sides)[number], operation: Operation): Promise<Load> => {
    const { method, paths, body, type, uses } = operation
    const orders = uses ? await idsOf(simulated, `/orders?status=${uses}&per_page=${usedUp}`) : [subjects['order']!]
    const filled = orders.flatMap((order) =>
      paths.map((path) => path.replace(/\{(\w+)\}/, (_, name: string) => ({ ...subjects, order })[name]!)),
    )
    const { url: to, tokens } = simulated
    return { url: to, tokens, method, paths: filled, body, type, connections: 1, amount: uses ? usedUp : 200 }
  }
  const compared = async (name: string, loadOf: (side: (typeof sides)[number]) => Promise<Load>): Promise<Figure[]> => {
    const times: Measured[][] = [[], []]
    for (let round = 0; round <= rounds; round += 1)
      for (const [at, side] of sides.entries()) times[at]!.push(await load.ask<Measured>('load', await loadOf(side)))
    return (['p50', 'p99'] as const).map((of) => ({
      against: `${name}, ${of} at ${many} to at 1,000`,
      kind: 'times',
      rounds: times[1]!.slice(1).map((one, n) => one[of] / times[0]![n + 1]![of]),
      target: 1.2,
    }))
  }
  const figures: Figure[] = []
  const form = await sides[0]!.simulated.worker.ask<string>('form')
  for (const operation of operations(url, form))
    figures.push(...(await compared(operation.name, (side) => asked(side, operation))))
  figures.push(
    ...(await compared('POST /orders', async ({ simulated }) => ({ ...placing(simulated, 100), connections: 1 }))),
  )
  await Promise.all([...sides.map(({ simulated }) => simulated.worker), receiver, load].map((worker) => worker.close()))
  return figures
}

export const growthRows: Row[] = [{ id: 'growth', title: 'Operations with many orders', measure: growth }]
