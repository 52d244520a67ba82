// Mock servers that are too heavy to be installed with the repository: measured where a folder has them.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readText, type Simulated } from './simulated.ts'
import { startWorker, type Worker } from './worker.ts'

export const mockNames = ['json-server', '@mockoon/cli'] as const
export type MockName = (typeof mockNames)[number]

/** What a mock is given to keep. */
export type Collections = Record<'orders' | 'events', { id: string }[]>

export const installedIn = (folder: string): MockName[] =>
  mockNames.filter((name) => existsSync(join(folder, 'node_modules', name)))

type Listed = { data: { id: string }[] }

/** As many rows as the simulator has orders, with as many events; the order that is read is there as a whole. */
const dataOf = async (ours: Simulated, orderId: string): Promise<Collections> => {
  const read = async (path: string): Promise<{ id: string }[]> =>
    (JSON.parse(await readText(ours, path)) as Listed).data
  const pages = await Promise.all(Array.from({ length: 10 }, (_, n) => read(`/orders?per_page=100&page=${n + 1}`)))
  const whole = JSON.parse(await readText(ours, `/orders/${orderId}`)) as { id: string }
  const orders = [whole, ...pages.flat().filter(({ id }) => id !== orderId)]
  const events = await read('/events?per_page=100')
  return { orders, events: orders.map(({ id }, n) => ({ ...events[n % events.length]!, id: `evt_${id}` })) }
}

/** The same page and the same filter, in the words of each. */
const paths: Record<MockName, Record<string, string>> = {
  'json-server': {
    list: '/orders?_page=1&_limit=25',
    filtered: '/orders?status.code=new&_page=1&_limit=25',
    feed: '/events?_page=1&_limit=25',
  },
  '@mockoon/cli': {
    list: '/orders?page=1&limit=25',
    filtered: '/orders?status.code_eq=new&page=1&limit=25',
    feed: '/events?page=1&limit=25',
  },
}

export const pathOf = (name: MockName, row: string, path: string): string => paths[name][row] ?? path

export const startMock = async (
  name: MockName,
  folder: string,
  ours: Simulated,
  orderId: string,
): Promise<{ worker: Worker; url: string }> => {
  const worker = await startWorker('serve-mock.js', [name, folder])
  return { worker, url: await worker.ask<string>('serve', await dataOf(ours, orderId)) }
}
