// What reads show of records, kept as JSON text until the record, or anything else that it is made of, is another one.
import type { Behaviour } from '../behaviour/behaviour.ts'
import type { Company, Document, Event, Order } from '../domain/records.ts'
import type { Answer } from '../behaviour/wire.ts'
import type { Store } from '../store/store.ts'
import { createKeptPages, type KeptPages } from './kept-pages.ts'

/** Only where the behaviour is the contract's own: what replaces a decision may make a text depend on whatever it likes. */
export type KeptTexts = {
  order(order: Order, company: Company): string
  listItem(order: Order, company: Company): string
  event(event: Event): string
  /** The answer with an object that has a list of such texts as its first field. */
  listed(operationId: string, texts: readonly string[], rest: object): Answer
  pages: KeptPages
}

/** A row is replaced and never changed, so that the same row says the same. */
type Kept<Row> = { row: Row; wording: Wording | null; documents: readonly Document[]; text: string }

/** The fewest texts of each kind; at twice as many, those unused in between are dropped together. */
const most = 2_000

const none: readonly Document[] = []

const areSame = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === b.length && a.every((one, at) => one === b[at])

/** What of a company is shown of an order. A company is another row with every order that it numbers. */
type Wording = Pick<Company, 'status_labels' | 'catalog' | 'shares_appraiser'>

const isSameWording = (a: Wording | null, b: Wording | null): boolean =>
  a === b ||
  (a?.status_labels === b?.status_labels && a?.catalog === b?.catalog && a?.shares_appraiser === b?.shares_appraiser)

const createKept = <Row extends { id: string }>() => {
  let kept = new Map<string, Kept<Row>>()
  let older = kept
  const keep = (id: string, one: Kept<Row>): void => {
    if (kept.size >= most) {
      older = kept
      kept = new Map()
    }
    kept.set(id, one)
  }
  return (row: Row, wording: Wording | null, documents: readonly Document[], make: () => unknown): string => {
    const recent = kept.get(row.id)
    const known = recent ?? (older === kept ? undefined : older.get(row.id))
    if (known?.row === row && isSameWording(known.wording, wording) && areSame(known.documents, documents)) {
      if (!recent) keep(row.id, known)
      return known.text
    }
    const text = JSON.stringify(make())
    keep(row.id, { row, wording, documents, text })
    return text
  }
}

export const createKeptTexts = (behaviour: Behaviour, store: Pick<Store, 'documentsOf'>): KeptTexts => {
  const { deliveries, present, wire } = behaviour
  const orders = createKept<Order>()
  const items = createKept<Order>()
  const events = createKept<Event>()
  return {
    order(order, company) {
      const documents = deliveries.listed(store.documentsOf(order.id))
      return orders(order, company, documents, () => present.order(order, company, documents))
    },
    listItem: (order, company) => items(order, company, none, () => present.listItem(order, company)),
    event: (event) => events(event, null, none, () => present.event(event)),
    listed(operationId, texts, rest) {
      const parts = ['{"data":[']
      for (const [at, text] of texts.entries()) {
        if (at > 0) parts.push(',')
        parts.push(text)
      }
      const after = JSON.stringify(rest).slice(1)
      parts.push(after === '}' ? ']}' : `],${after}`)
      const headers = { 'Content-Type': wire.contentType }
      return { status: wire.successOf(operationId), headers, bytes: Buffer.from(parts.join('')), parts }
    },
    pages: createKeptPages(),
  }
}
