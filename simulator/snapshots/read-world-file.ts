// Reads an exported world and judges it whole before anything changes: what is foreign, too new, damaged or incomplete is refused.
import { showOrder } from '../company/show.ts'
import type { Contract } from '../contract/contract.ts'
import { bytesOfBase64 } from '../documents/base64.ts'
import { Refusal } from '../domain/refusal.ts'
import { foreignIdFault } from '../engine/continue-ids.ts'
import type { Services } from '../engine/services.ts'
import type { WorldFile } from '../public/simulator-options.ts'
import { createStore } from '../store/create-store.ts'
import type { StoreRows } from '../store/store.ts'
import { wholeFile } from '../store/whole-file.ts'
import type { Ids } from '../time/ids.ts'
import type { World } from '../engine/world.ts'
import { keysOf, missing, partyFault, startFault } from './start-world.ts'
import { checksumOf, FORMAT, VERSION } from './world-file.ts'
import { completeRows, shapeFault } from './world-shape.ts'
import { isOurInstant, valueFault } from './world-values.ts'
import { refill } from './world-state.ts'
import type { WorldState } from './world-state.ts'

const refusal = (code: string, sentence: string): Refusal => new Refusal(code, sentence, { status: 422 })

const damaged = (what: string): Refusal =>
  refusal(
    'world_damaged',
    `The exported world is damaged: ${what}; nothing was changed: export it once more, or take a copy.`,
  )

const checkHead = (file: Partial<WorldFile>): void => {
  const { format, version } = file
  if (format !== FORMAT || typeof version !== 'number') {
    const sentence = `An exported world has the format ${FORMAT} and a version, and this has not; send what GET /world gave.`
    throw refusal('world_foreign', sentence)
  }
  if (version > VERSION) {
    const sentence = `The exported world has format version ${version}, and ${VERSION} is the newest known here; use a newer assay.`
    throw refusal('world_too_new', sentence)
  }
}

/** What rows say of each other. */
const linkFault = (rows: StoreRows): string | undefined => {
  for (const [name, all] of Object.entries(rows))
    if (keysOf(all).size < all.length) return `two rows of ${name} have one key`
  const [companies, lenders, orders] = [rows.companies, rows.lenders, rows.orders].map(keysOf)
  for (const { id, company_id, account } of rows.orders) {
    if (!companies!.has(company_id)) return missing('company', company_id, id)
    if (!lenders!.has(account.split(':')[0]!)) return missing('lender', account, id)
  }
  for (const { id, order_id } of [...rows.documents, ...rows.messages, ...rows.revisions])
    if (!orders!.has(order_id)) return missing('order', order_id, id)
  return undefined
}

/** What a reset would make of the world it begins with. */
const resetFault = async (world: World, contract: Contract): Promise<string | undefined> => {
  const fault = await startFault(world, contract)
  return fault && `in its world, ${fault}`
}

/** Puts the rows into a store of their own and shows each order, revision request and event. */
const readFault = async (services: Services, rows: StoreRows): Promise<string | undefined> => {
  let at = 'its rows'
  try {
    const store = await createStore()
    refill(store, rows)
    const scratch = { ...services, store }
    for (const order of rows.orders) {
      at = `order ${order.id}`
      showOrder(scratch, order)
      services.behaviour.present.listItem(order, store.companies.get(order.company_id)!)
    }
    for (const request of rows.revisions) {
      at = `revision request ${request.id}`
      services.behaviour.present.revisionRequest(request)
    }
    for (const event of rows.events) {
      at = `event ${event.id}`
      services.behaviour.present.event(event)
    }
    return undefined
  } catch {
    return `${at} cannot be read`
  }
}

/** The bytes that the file has; what it leaves out must be here already. */
const filesOf = async ({ store }: Services, { files }: WorldFile, rows: StoreRows): Promise<Map<string, Buffer>> => {
  const read = new Map<string, Buffer>()
  for (const { id, size_bytes } of rows.documents) {
    const text = Object.hasOwn(files, id) ? files[id] : undefined
    if (text === undefined) {
      if (await wholeFile(store, { id, size_bytes })) continue
      const sentence = `The exported world has no bytes of document ${id}, and they are not here; export it with its documents.`
      throw refusal('world_incomplete', sentence)
    }
    const bytes = bytesOfBase64(text)
    if (bytes?.length !== size_bytes)
      throw damaged(`document ${id} has not the ${size_bytes} bytes that it should have`)
    read.set(id, bytes)
  }
  return read
}

const checkIds = ({ behaviour }: Services, state: string): Ids => {
  const ids = behaviour.identifiers.create()
  try {
    ids.goOnFrom(state)
    return ids
  } catch {
    const sentence =
      'The ids of the exported world look otherwise than those made here; import it where the readings are the same.'
    throw refusal('world_of_other_readings', sentence)
  }
}

/** Without a checksum, as in a file that somebody has edited, what can be seen of damage is refused. */
export const readWorldFile = async (
  services: Services,
  sent: object,
): Promise<{ state: WorldState; files: Map<string, Buffer> }> => {
  checkHead(sent as Partial<WorldFile>)
  const fault = shapeFault(sent)
  if (fault !== undefined) throw damaged(fault)
  const file = sent as WorldFile
  if (file.checksum !== undefined && checksumOf(file).sum !== file.checksum)
    throw damaged('its checksum is that of other contents')
  const at = Date.parse(file.now)
  if (!isOurInstant(at)) throw damaged('now was expected to be an instant in the years 1 to 9899')
  const rows = completeRows(file.tables)
  const world = file.world as unknown as World
  const wrong =
    valueFault(rows, services.contract) ??
    linkFault(rows) ??
    partyFault(rows, world) ??
    (await resetFault(world, services.contract))
  if (wrong !== undefined) throw damaged(wrong)
  const ids = checkIds(services, file.ids)
  const unreadable = await readFault(services, rows)
  if (unreadable !== undefined) throw damaged(unreadable)
  const files = await filesOf(services, file, rows)
  const foreign = foreignIdFault(rows, ids)
  if (foreign !== undefined) throw damaged(foreign)
  return { state: { at, rows, ids: file.ids, world, attempts: [], scheduled: null }, files }
}
