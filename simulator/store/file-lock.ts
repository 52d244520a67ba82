// Keeps a data file to one live process: a lock file beside it names the holder, and a dead holder's lock is taken over.
import { randomUUID } from 'node:crypto'
import { link, lstat, readFile, rename, stat, utimes, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { clearInterval, setInterval } from 'node:timers'
import { removeOwnFile } from '../../own-files/own-file.ts'
import { processIdentity, processNamespace, runsStill } from './process-identity.ts'
import { StoreError, systemCode } from './store-error.ts'

type LockTimes = {
  /** How often a holder touches its lock, for those that cannot see its process. */
  beatMs?: number
  /** A lock of another container that was not touched for so long is that of a dead process. */
  silentMs?: number
}

/** What systems answer whose files have one name each. */
const unlinkable = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/** Resolves to the release. Throws `StoreError`: `data_file_locked`, `data_file_unwritable`. */
export async function lockFile(file: string, times: LockTimes = {}): Promise<() => Promise<void>> {
  const { beatMs = 1_000, silentMs = 15_000 } = times
  const path = `${file}.lock`
  const namespace = await processNamespace()
  const identity = await processIdentity(process.pid)
  const mine = JSON.stringify({ pid: process.pid, identity, namespace, lock: randomUUID() })
  for (let attempt = 0; attempt < 5; attempt++) {
    if (await claim(file, path, mine)) return held(path, mine, beatMs)
    await refuseIrregular(path)
    const theirs = await holder(path)
    if (theirs === undefined) continue
    const lives = isElsewhere(theirs, namespace) ? await beats(path, silentMs) : await isAlive(theirs)
    if (lives) throw locked(file, path, theirs)
    await discard(path, theirs)
  }
  throw locked(file, path, '')
}

function held(path: string, mine: string, beatMs: number): () => Promise<void> {
  const beating = setInterval(() => {
    const now = new Date()
    utimes(path, now, now).catch(() => undefined)
  }, beatMs).unref()
  return async () => {
    clearInterval(beating)
    await release(path, mine)
  }
}

/** Process numbers say nothing across containers and machines, so the lock itself has to show that its holder runs. */
function isElsewhere(text: string, namespace: string | undefined): boolean {
  const theirs = fieldsOf(text)?.namespace
  return typeof theirs === 'string' && theirs !== namespace
}

/** Whether the lock is touched within that time; one that goes away meanwhile is no one's. */
async function beats(path: string, silentMs: number): Promise<boolean> {
  const touched = () =>
    stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    )
  const first = await touched()
  for (
    const began = performance.now();
    performance.now() - began < silentMs;
    await sleep(Math.min(100, silentMs / 10))
  ) {
    const now = await touched()
    if (now === undefined) return false
    if (now !== first) return true
  }
  return false
}

/** The lock has its text from its first moment on, as another process takes an empty one for that of a dead holder. */
async function create(path: string, mine: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  try {
    await writeFile(draft, mine, { flag: 'wx', mode: 0o600 })
    await link(draft, path).catch(async (error: unknown) => {
      if (!unlinkable.has(systemCode(error) ?? '')) throw error
      await writeFile(path, mine, { flag: 'wx', mode: 0o600 })
    })
  } finally {
    removeOwnFile(draft)
  }
}

async function claim(file: string, path: string, mine: string): Promise<boolean> {
  try {
    await create(path, mine)
    return true
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false
    throw new StoreError(
      'data_file_unwritable',
      `The data file ${file} was expected to lie in a directory that can be written to, but the system answered ${systemCode(error) ?? String(error)} for its lock: check the path and permissions, or name another file.`,
      error,
    )
  }
}

/** A pipe would never end, and what a link leads to is not ours to judge. */
async function refuseIrregular(path: string): Promise<void> {
  const entry = await lstat(path).catch(() => undefined)
  if (entry === undefined || entry.isFile()) return
  throw new StoreError(
    'data_file_irregular',
    `The lock ${path} was expected to be a regular file, or not to exist yet, but it is a link, a folder, a device, a pipe or a socket; it was left untouched: remove it, or name another data file.`,
  )
}

/** The lock's text; undefined when it is gone. An empty one may be a holder just writing its name, so it gets a moment. */
async function holder(path: string): Promise<string | undefined> {
  const read = () => readFile(path, 'utf8').catch(() => undefined)
  const text = await read()
  if (text !== '') return text
  await sleep(100)
  return read()
}

/** A lock that names nobody is only ours to take when it is empty: left by a process killed while taking it. */
async function isAlive(text: string): Promise<boolean> {
  if (text === '') return false
  const pid = pidIn(text)
  return pid === undefined || (await runsStill(pid, fieldsOf(text)?.identity))
}

type Fields = Partial<Record<'pid' | 'identity' | 'namespace', unknown>>

function fieldsOf(text: string): Fields | undefined {
  try {
    return (JSON.parse(text) as Fields | null) ?? undefined
  } catch {
    return undefined
  }
}

function pidIn(text: string): number | undefined {
  const pid = fieldsOf(text)?.pid
  return typeof pid === 'number' && Number.isInteger(pid) && pid > 0 ? pid : undefined
}

/** Moves a dead holder's lock away; one that another process took in the meantime goes back where it was. */
async function discard(path: string, dead: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`
  try {
    await rename(path, aside)
  } catch {
    return
  }
  if ((await readFile(aside, 'utf8')) === dead) removeOwnFile(aside)
  else await rename(aside, path)
}

async function release(path: string, mine: string): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === mine) removeOwnFile(path)
}

function locked(file: string, path: string, holder: string): StoreError {
  const pid = pidIn(holder)
  const who = pid === undefined ? `the lock ${path} is held` : `process ${pid} has it open (lock ${path})`
  return new StoreError(
    'data_file_locked',
    `The data file ${file} was expected to be free, but ${who}: stop that process or name another file.`,
  )
}
