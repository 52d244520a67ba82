// The world as a file: every row, the bytes of documents, domain time and what the next ids follow from, with a checksum.
import { createHash } from 'node:crypto'
import { bounds } from '../../fixtures/bounds.ts'
import { canonical } from '../behaviour/idempotency.ts'
import { Refusal } from '../domain/refusal.ts'
import { packageVersion } from '../journal/package-version.ts'
import type { Services } from '../engine/services.ts'
import type { WorldFile } from '../public/simulator-options.ts'
import type { World } from '../engine/world.ts'
import { wholeFile } from '../store/whole-file.ts'
import { stateOf } from './world-state.ts'

export const FORMAT = 'assay-simulator-world'
export const VERSION = 1

type Part = Pick<WorldFile, 'format' | 'version' | 'now' | 'ids' | 'world' | 'tables' | 'files'>

const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

/** The order of keys and the white space of a file do not count. */
export const checksumOf = ({
  format,
  version,
  now,
  ids,
  world,
  tables,
  files,
}: Part): { sum: string; letters: number } => {
  const hash = createHash('sha256')
  let letters = 0
  const add = (value: unknown): void => {
    const text = canonical(value)
    letters += text.length
    hash.update(text).update('\n')
  }
  add({ format, version, now, ids, world })
  for (const [name, rows] of Object.entries(tables).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    add(name)
    for (const row of rows) add(row)
  }
  for (const id of Object.keys(files).toSorted()) add([id, files[id]])
  return { sum: hash.digest('hex'), letters }
}

const tooLarge = (what: string): Refusal =>
  new Refusal('world_too_large', `${what}; export it without documents, or keep it in a data file (--data).`, {
    status: 409,
  })

const incomplete = (id: string): Refusal =>
  new Refusal(
    'world_incomplete',
    `The bytes of document ${id} are missing or changed here, and an export has all; bring back its file, or export without documents.`,
    { status: 409 },
  )

const filesOf = async ({ store }: Services, documents: readonly { id: string; size_bytes: number }[]) => {
  const bytes = documents.reduce((sum, { size_bytes }) => sum + size_bytes, 0)
  if (bytes > bounds.taken.worldFileBytes)
    throw tooLarge(`The documents have ${bytes} bytes, and ${bounds.taken.worldFileBytes} at most go into an export`)
  const files: Record<string, string> = {}
  for (const document of documents) {
    const bytes = await wholeFile(store, document)
    if (!bytes) throw incomplete(document.id)
    files[document.id] = bytes.toString('base64')
  }
  return files
}

/** Without documents, it can be imported where their files are still there. */
export const exportWorld = async (
  services: Services,
  world: World,
  { documents = 'all' }: { documents?: 'all' | 'none' } = {},
): Promise<WorldFile> => {
  const { at, rows, ids, world: start } = stateOf(services, world)
  const settings = rows.settings.filter(({ id }) => id !== 'clock')
  const part = {
    format: FORMAT,
    version: VERSION,
    now: new Date(at).toISOString(),
    ids,
    world: plain(start) as unknown as Record<string, unknown>,
    tables: plain({ ...rows, settings }) as unknown as WorldFile['tables'],
    files: documents === 'none' ? {} : await filesOf(services, rows.documents),
  } satisfies Part
  const { sum, letters } = checksumOf(part)
  if (letters > bounds.taken.worldLetters)
    throw tooLarge(`The export has ${letters} letters, and ${bounds.taken.worldLetters} at most can be read again`)
  return { ...part, assay: packageVersion(), checksum: sum }
}
