// Keeps a data file to one live process: a lock file beside it names the holder, and a dead holder's lock is taken over.
import { randomUUID } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { link, lstat, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { clearInterval, setInterval } from 'node:timers'
import { removeOwnFile } from '../../own-files/own-file.ts'
import { unwritable } from './journal.ts'
import { processIdentity, processNamespace, runsStill } from './process-identity.ts'
import { StoreError, systemCode } from './store-error.ts'

type LockOptions = {
  /** How often a holder touches its lock, for those that cannot see its process. */
  beatMs?: number
  /** A lock of another container that was not touched for so long is that of a dead process. */
  silentMs?: number
  /** Is called before a lock is waited for that may be a dead process's. */
  waiting?: (lock: string, silentMs: number) => void
}

/** What systems answer whose files have one name each. */
const unlinkable = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

type FileLock = {
  /**
   * A lock that is gone, as after a cleaner of temporary files, is taken again where nobody wrote to the data file meanwhile. Throws
   * `StoreError` where the lock is another's now: this process stood still for so long that it was taken for dead.
   * @param isUntouched whether the data file is as this process left it
   */
  assertHeld(isUntouched: () => Promise<boolean>): Promise<void>
  release(): Promise<void>
}

/** Throws `StoreError`: `data_file_locked`, `data_file_unwritable`. */
export async function lockFile(file: string, options: LockOptions = {}): Promise<FileLock> {
  const { beatMs = 1_000, silentMs = 15_000, waiting = () => undefined } = options
  const path = `${file}.lock`
  const mine = await acquire(file, path, { silentMs, waiting })
  let mark = markOf(path)
  const beating = setInterval(() => void beat(path, mine), beatMs).unref()
  return {
    async assertHeld(isUntouched) {
      const text = await textAt(path, mine)
      if (text === mine) return
      if (text !== undefined || !(await claim(file, path, mine))) throw lost(file, path)
      mark = markOf(path)
      if (await isUntouched()) return
      await release(path, mine)
      throw lost(file, path)
    },
    async release() {
      clearInterval(beating)
      // Without a free descriptor its text cannot be read.
      await release(path, mine, mark !== undefined && mark === markOf(path) ? mine : undefined)
    },
  }
}

type Patience = Required<Pick<LockOptions, 'silentMs' | 'waiting'>>

/** Which file a lock is, as far as it shows without opening the file. */
const markOf = (path: string): string | undefined => {
  const entry = lstatSync(path, { throwIfNoEntry: false })
  return entry && `${entry.ino} ${entry.birthtimeMs}`
}

/** Resolves to the text of the lock. */
async function acquire(file: string, path: string, patience: Patience): Promise<string> {
  const namespace = await processNamespace()
  const identity = await processIdentity(process.pid)
  const mine = JSON.stringify({ pid: process.pid, identity, namespace, lock: randomUUID() })
  for (let attempt = 0; attempt < 5; attempt++) {
    if (await claim(file, path, mine)) return mine
    await refuseIrregular(path)
    const theirs = await textAt(path)
    if (theirs === undefined) continue
    const lives = isSeenHere(theirs, namespace) ? await isAlive(theirs) : await beats(path, patience)
    if (lives) throw locked(file, path, theirs)
    await discard(file, path, theirs, patience)
  }
  throw locked(file, path, '')
}

async function beat(path: string, mine: string): Promise<void> {
  const now = new Date()
  if (await isHeld(path, mine)) await utimes(path, now, now).catch(() => undefined)
}

/** @param unknown what a lock counts as that is there and cannot be read, as without a free descriptor */
const textAt = (path: string, unknown?: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: unknown) => (systemCode(error) === 'ENOENT' ? undefined : unknown))

const isHeld = async (path: string, mine: string, unknown?: string): Promise<boolean> =>
  (await textAt(path, unknown)) === mine

/**
 * Process numbers say nothing across containers and machines, so the lock itself has to show that its holder runs. So has
 * an empty one: its holder is writing its name, or was killed before it could.
 */
function isSeenHere(text: string, namespace: string): boolean {
  const theirs = fieldsOf(text)?.namespace
  return text !== '' && (typeof theirs !== 'string' || theirs === namespace)
}

/** Whether the lock is touched within that time; one that goes away meanwhile is no one's. */
async function beats(path: string, { silentMs, waiting }: Patience): Promise<boolean> {
  waiting(path, silentMs)
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

/** The lock has its text from its first moment on wherever the system can link files. */
async function create(path: string, mine: string): Promise<void> {
  // Not by the name of the lock, which may have no room for more.
  const draft = join(dirname(path), `assay.lock.${randomUUID()}`)
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
    // While it was still empty, it may have been taken for that of a dead holder.
    return await isHeld(path, mine, mine)
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false
    if (systemCode(error) === 'ENAMETOOLONG') throw unwritable(file, error)
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

/** A lock that names nobody is not ours to take. */
async function isAlive(text: string): Promise<boolean> {
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

/** Who removes a dead holder's lock holds the lock of that lock, so that it is never another's, taken in the meantime. */
async function discard(file: string, path: string, dead: string, patience: Patience): Promise<void> {
  const guard = `${path}.lock`
  const mine = await acquire(file, guard, patience)
  try {
    await release(path, dead)
  } finally {
    await release(guard, mine)
  }
}

async function release(path: string, text: string, unknown?: string): Promise<void> {
  if (await isHeld(path, text, unknown)) removeOwnFile(path)
}

function lost(file: string, path: string): StoreError {
  return new StoreError(
    'data_file_locked',
    `The data file ${file} was expected to stay this process's own while in use, but its lock ${path} was removed or is another process's now; nothing more is written to the file: stop and start again.`,
  )
}

function locked(file: string, path: string, holder: string): StoreError {
  const pid = pidIn(holder)
  const who = pid === undefined ? `the lock ${path} is held` : `process ${pid} has it open (lock ${path})`
  return new StoreError(
    'data_file_locked',
    `The data file ${file} was expected to be free, but ${who}: stop that process or name another file.`,
  )
}
