// Rows of single requests: the simulator beside Koa with its router, which answers the same bytes, and beside Prism's mock.
import { draft } from './draft.ts'
import type { Load, Measured } from './make-load.ts'
import { installedIn, pathOf, startMock } from './mocks.ts'
import { costOf, median, type Figure, type Row, type Setting } from './row.ts'
import type { Canned } from './serve-koa.ts'
import { fill, readAnswer, readText, startLoad, startSimulated, type Simulated } from './simulated.ts'
import { startWorker, type Worker } from './worker.ts'

type Asked = {
  id: string
  title: string
  route: string
  path: (orderId: string) => string
  body?: string
  target: number
}

const asked: Asked[] = [
  { id: 'read', title: 'GET /orders/{id}', route: '/orders/:order_id', path: (id) => `/orders/${id}`, target: 1 },
  { id: 'list', title: 'GET /orders, 25 of 1,000', route: '/orders', path: () => '/orders', target: 0.8 },
  {
    id: 'filtered',
    title: 'GET /orders, filtered',
    route: '/orders',
    path: () => '/orders?status=new&updated_since=2020-01-01T00:00:00Z',
    target: 0.8,
  },
  { id: 'feed', title: 'GET /events', route: '/events', path: () => '/events', target: 0.8 },
  {
    id: 'create',
    title: 'POST /orders, each with its key',
    route: '/orders',
    path: () => '/orders',
    body: JSON.stringify(draft()),
    target: 0.6,
  },
]

/** `warmUp`: requests before the first that counts, twice. */
type Contender = { name: string; worker: Worker; url: string; path: string; warmUp: number; target: number }

/** Prism's mock is to be left behind by so much. */
const aheadOfPrism = 10

type Result = { perSecond: number; cpu: number }

type Given = Omit<Load, 'url' | 'paths' | 'amount'>

const measureOne = async (
  load: Worker,
  { worker, url, path }: Contender,
  given: Given,
  amount: number,
): Promise<Result> => {
  let perSecond = 0
  const { each } = await costOf(worker, async () => {
    const measured = await load.ask<Measured>('load', { ...given, url, paths: [path], amount } satisfies Load)
    perSecond = measured.perSecond
    return measured.requests
  })
  return { perSecond, cpu: each }
}

const cannedOf = async (ours: Simulated, { route, path, body }: Asked, orderId: string): Promise<Canned> => ({
  method: body === undefined ? 'get' : 'post',
  path: `/sandbox/v1${route}`,
  status: body === undefined ? 200 : 201,
  ...(await readAnswer(ours, path(orderId), body)),
})

const against = (ours: Result[], theirs: Result[], name: string, target: number): Figure[] => {
  const cpu = (results: Result[]) => median(results.map((result) => result.cpu)).toFixed(0)
  const rates = (results: Result[]) => median(results.map(({ perSecond }) => perSecond)).toFixed(0)
  return [
    {
      against: `${name}, processor time a request`,
      kind: 'ratio',
      rounds: ours.map((result, n) => theirs[n]!.cpu / result.cpu),
      target,
      note: `${cpu(ours)} and ${cpu(theirs)} µs`,
    },
    {
      against: `${name}, requests a second`,
      kind: 'ratio',
      rounds: ours.map(({ perSecond }, n) => perSecond / theirs[n]!.perSecond),
      target,
      note: `${rates(ours)} and ${rates(theirs)}`,
    },
  ]
}

const measure = async (one: Asked, { assay, peers, rounds, seconds }: Setting): Promise<Figure[]> => {
  const [ours, koa, prism, load] = await Promise.all([
    startSimulated(assay),
    startWorker('serve-koa.js', []),
    startWorker('serve-prism.js', []),
    startLoad(),
  ])
  await fill(load, ours, 1000)
  const { id } = JSON.parse(await readText(ours, '/orders', JSON.stringify(draft()))) as { id: string }
  await koa.ask('answers', [await cannedOf(ours, one, id)])
  const path = one.path(id)
  const mocks = await Promise.all(
    installedIn(peers).map(async (name) => ({
      name,
      ...(await startMock(name, peers, ours, id)),
      path: pathOf(name, one.id, path),
      warmUp: 100,
      target: 1,
    })),
  )
  const contenders: Contender[] = [
    { name: 'the simulator', worker: ours.worker, url: ours.url, path, warmUp: 1500, target: 1 },
    { name: 'Koa', worker: koa, url: await koa.ask<string>('url'), path, warmUp: 1500, target: one.target },
    { name: 'Prism', worker: prism, url: await prism.ask<string>('url'), path, warmUp: 300, target: aheadOfPrism },
    ...mocks,
  ]
  const { body } = one
  const given: Given = {
    method: body === undefined ? 'GET' : 'POST',
    tokens: ours.tokens,
    ...(body !== undefined && { body, keyed: true }),
  }
  // Unseen: what is compiled late is compiled then, and each gets as many requests as take about as long.
  const amounts: number[] = []
  for (const contender of contenders) {
    await measureOne(load, contender, given, contender.warmUp)
    const { perSecond } = await measureOne(load, contender, given, contender.warmUp)
    amounts.push(Math.ceil(perSecond * seconds))
  }
  const results = contenders.map((): Result[] => [])
  for (let round = 0; round < rounds; round += 1)
    for (const [n, contender] of contenders.entries())
      results[n]!.push(await measureOne(load, contender, given, amounts[n]!))
  await Promise.all([...contenders.map(({ worker }) => worker), load].map((worker) => worker.close()))
  return contenders.slice(1).flatMap(({ name, target }, n) => against(results[0]!, results[n + 1]!, name, target))
}

export const requestRows: Row[] = asked.map((one) => ({
  id: one.id,
  title: one.title,
  measure: (setting) => measure(one, setting),
}))
