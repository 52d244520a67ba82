// Makes the files of a delivery: those that the call brings, and the others as the company would.
import { checkDeliverable, comesRevised } from '../orders/company-deliver.ts'
import type { Document, Order } from '../domain/records.ts'
import { generatedKinds } from '../documents/generate.ts'
import { environmentOf, makeDocument } from '../engine/commit.ts'
import type { Services } from '../engine/services.ts'
import type { SentFile } from './files.ts'
import { storeFiles } from './files.ts'
import { unusable } from '../calls/unusable.ts'

export type SentReport = { kinds?: string[]; files?: (SentFile & { kind: string })[] }

/** Both are present on both report formats (Resources / Document). */
const always = ['report_pdf', 'report_data']

const checkKinds = ({ behaviour }: Services, kinds: readonly string[], own: readonly string[]): void => {
  const missing = always.find((kind) => !kinds.includes(kind) && !own.includes(kind))
  if (missing) {
    throw unusable(`A delivery brings ${always.join(' and ')}; add ${missing}.`, 'kinds', kinds, `must have ${missing}`)
  }
  const unmade = kinds.find(
    (kind) => !own.includes(kind) && !generatedKinds.includes(behaviour.deliveries.madeLike(kind)),
  )
  if (unmade === undefined) return
  const sentence = `A ${unmade} cannot be made here, only ${generatedKinds.join(', ')}; send it in files.`
  throw unusable(sentence, 'kinds', unmade, 'cannot be made; send it in files')
}

export const makeReport = async (services: Services, order: Order, sent: SentReport): Promise<Document[]> => {
  checkDeliverable(order)
  const { behaviour, store } = services
  const company = store.companies.get(order.company_id)!
  const kinds =
    sent.kinds ?? behaviour.deliveries.kinds(company, comesRevised({ behaviour }, order), environmentOf(order))
  const own = (sent.files ?? []).map(({ kind }) => kind)
  checkKinds(services, kinds, own)
  const brought = await storeFiles(services, order, sent.files ?? [])
  const documents: Document[] = []
  for (const kind of new Set([...kinds, ...own])) {
    const given = brought.filter((document) => document.kind === kind)
    documents.push(...(given.length > 0 ? given : [await makeDocument(services, order, kind)]))
  }
  return documents
}
