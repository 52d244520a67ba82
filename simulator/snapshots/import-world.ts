// Takes over an exported world in place of all that is there.
import { Refusal } from '../domain/refusal.ts'
import type { Services } from '../engine/services.ts'
import type { ImportedWorld } from '../public/simulator-options.ts'
import type { World } from '../engine/world.ts'
import { readWorldFile } from './read-world-file.ts'
import type { Snapshots } from './snapshots.ts'
import { putBack } from './world-state.ts'

/** A file is known by its document, so that one id never has two of them. */
const checkSnapshots = async ({ store }: Services, snapshots: Snapshots, files: ReadonlyMap<string, Buffer>) => {
  for (const [id, bytes] of files) {
    if (!snapshots.keepsFile(id) || (await store.files.get(id))?.equals(bytes)) continue
    const sentence = `A snapshot has another file for document ${id}; remove the snapshots first.`
    throw new Refusal('conflict', sentence, { status: 409 })
  }
}

/** Throws a `Refusal`, and has changed nothing then. */
export const importWorld = async (
  services: Services,
  world: World,
  snapshots: Snapshots,
  sent: object,
): Promise<ImportedWorld> => {
  const { state, files } = await readWorldFile(services, sent)
  await checkSnapshots(services, snapshots, files)
  for (const [id, bytes] of files) await services.store.files.put(id, bytes)
  await putBack(services, world, state, snapshots.keepsFile)
  const { orders, events, documents } = state.rows
  return {
    now: new Date(state.at).toISOString(),
    orders: orders.length,
    events: events.length,
    documents: documents.length,
  }
}
