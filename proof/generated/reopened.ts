// A target that keeps its data in a file: closed and opened again in mid-run, as when it is deployed or killed.
import { appendFile, copyFile, cp, mkdir, readFile, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { removeOwnFolder } from '../../own-files/own-folder.ts'
import { temporaryFolder } from '../../own-files/temporary-folder.ts'
import type { Started } from '../matrix/started.ts'

/** Where it is opened again, so that neither its addresses nor its data change. */
export type Place = { data: string; port?: number; controlPort?: number }

type Opened = {
  profile: unknown
  /** Of the domain; its time is in epoch milliseconds. */
  clock: { now(): number; freeze(): void }
  advance(seconds: number): Promise<unknown>
  idle(): Promise<void>
  close(): Promise<void>
}

/** In how many requests it is opened again, about. */
const every = 11

/** Webhooks that are under way for longer are not cut off: that would be an attempt that failed. */
const patienceMs = 40

/** So long that the file is replaced; the file is a line for its format, and lines that may be said twice. */
const longFile = 9 * 1024 * 1024

/** What stays of a write that a kill cuts off. */
const torn = '{"put":"orders","row":{"id":"'

const portsOf = (profile: unknown): Pick<Place, 'port' | 'controlPort'> => {
  const { sandbox_base_url, control_url } = profile as Record<string, string>
  return { port: Number(new URL(sandbox_base_url!).port), controlPort: Number(new URL(control_url!).port) }
}

/** As a kill leaves it: what was written, the beginning of what was not, and nothing of what closing writes. */
const killed = async ({ data }: Place, opened: Opened): Promise<void> => {
  // What falls due before it is closed would be delivered and then forgotten, of which no kill is the cause.
  opened.clock.freeze()
  await opened.idle()
  await copyFile(data, `${data}.copy`)
  await cp(`${data}.files`, `${data}.copied`, { recursive: true, force: true }).catch(() => undefined)
  await opened.close()
  removeOwnFolder(`${data}.files`, 'documents', () => true)
  await rename(`${data}.copied`, `${data}.files`).catch(() => undefined)
  await rename(`${data}.copy`, data)
  await appendFile(data, torn)
}

const closedWithLongPast = async ({ data }: Place, opened: Opened): Promise<void> => {
  await opened.close()
  const text = await readFile(data)
  // A batch that does not say which it is, as in files of earlier versions, may be said twice.
  const past = Buffer.from(
    text.toString('latin1', text.indexOf('\n') + 1).replaceAll(/,"batch":\d+\}\n/g, '}\n'),
    'latin1',
  )
  const times = Math.ceil(longFile / past.length)
  await appendFile(data, Buffer.concat(Array.from({ length: times }, () => past)))
}

const closed = async (_place: Place, opened: Opened): Promise<void> => opened.close()

/** The long file comes once: it takes long to read. */
const wayOf = (nth: number) => (nth === 2 ? closedWithLongPast : nth % 2 === 1 ? killed : closed)

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** A data file that every trial begins with, made once: to place its orders takes longer than a trial. */
export const madeOnce = async (data: string, make: (data: string) => Promise<void>): Promise<string> => {
  if (await isThere(data)) return data
  await mkdir(dirname(data), { recursive: true })
  // Two at once must not see half of each other's.
  const draft = `${data}.${process.pid}`
  await make(draft)
  removeOwnFolder(`${draft}.files`, 'documents', () => true)
  await rename(draft, data)
  return data
}

/** The file to begin with has no documents. */
export const startReopened = async (open: (place: Place) => Promise<Opened>, begin: string): Promise<Started> => {
  const { path: folder, remove } = temporaryFolder('reopened')
  const data = join(folder, 'data')
  let opened: Opened
  try {
    await copyFile(begin, data)
    opened = await open({ data })
  } catch (error) {
    remove()
    throw error
  }
  const place = { data, ...portsOf(opened.profile) }
  let requests = 0
  let times = 0
  return {
    profile: opened.profile,
    async between() {
      requests += 1
      if (requests < every) return
      const isIdle = await Promise.race([opened.idle().then(() => true), sleep(patienceMs, false)])
      if (!isIdle) return
      requests = 0
      times += 1
      const ahead = opened.clock.now() - Date.now()
      await wayOf(times)(place, opened)
      opened = await open(place)
      // A clock that runs ahead of this machine's stood still meanwhile, which that of a service does not.
      const missing = ahead - (opened.clock.now() - Date.now())
      if (missing > 0) await opened.advance(missing / 1000)
    },
    async stop() {
      await opened.close()
      remove()
    },
  }
}
