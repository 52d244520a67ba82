// Orders as the company sees them, and orders that the lender has not placed over the interface.
import type { Order } from '../../domain/records.ts'
import { newestFirst } from '../../store/compare.ts'
import { accountsOf, ownerOf, absent } from '../../company/find.ts'
import type { ControlOperations } from '../operation.ts'
import { placeInPortal, type SentPortalOrder } from '../../company/place-in-portal.ts'
import { seedOrders } from '../../seed/seed-orders.ts'
import type { SeedRequest } from '../../public/simulator-options.ts'
import { findOrder } from '../../store/find.ts'
import { wholeFile } from '../../store/whole-file.ts'
import { showMessage, showOrder } from '../../company/show.ts'
import { contextOf } from '../../engine/commit.ts'
import { companyMoves } from '../company-moves.ts'
import { lenderMoves } from '../lender-moves.ts'

type Query = { status?: string; q?: string; page: number; per_page: number }

/** What a person remembers of an order, in one text. */
const words = ({ id, order_number, lender_reference, loan, property, borrowers }: Order): string => {
  const { street, city, state, postal_code } = property.address
  const names = borrowers.map(({ first_name, last_name }) => `${first_name} ${last_name}`)
  return [id, order_number, lender_reference, loan.number, street, city, state, postal_code, ...names].join(' ')
}

/** Whether every word that was asked for is in there, in any order and case. */
const finder = (q: string): ((order: Order) => boolean) => {
  const sought = q.toLowerCase().split(/\s+/).filter(Boolean)
  return (order) => {
    const text = words(order).toLowerCase()
    return sought.every((word) => text.includes(word))
  }
}

const onlyOf = (rows: Order[]) => ({ rows, total: rows.length })

export const orderOperations = {
  /** Orders of every lender, newest first, or those with all words of a search. */
  listCompanyOrders: {
    handle: ({ services, query }) => {
      const { behaviour, store } = services
      const { status, q = '', page, per_page } = query as Query
      const filter = status === undefined ? {} : { statuses: [status] }
      // Each account's share of the page lies in its first `page * per_page` orders.
      const most = q.trim() === '' ? page * per_page : store.orders.size
      const all = accountsOf(services, query).map((account) => store.listOrders(account, filter, 0, most))
      const found = q.trim() === '' ? all : all.map(({ rows }) => onlyOf(rows.filter(finder(q))))
      const total = found.reduce((sum, one) => sum + one.total, 0)
      const rows = found.flatMap((one) => one.rows).toSorted(newestFirst)
      const data = rows.slice((page - 1) * per_page, page * per_page).map((order) => ({
        ...ownerOf(order),
        ...behaviour.present.listItem(order, store.companies.get(order.company_id)!),
      }))
      return { data, page, per_page, total, total_pages: Math.ceil(total / per_page) }
    },
  },
  /** An order placed by the lender's staff in the company's portal, not by a credential (Events / order.created). */
  placePortalOrder: {
    handle: ({ services, body }) => placeInPortal(services, body as SentPortalOrder),
  },
  /** Orders in the statuses asked for, made by legal moves. */
  seedOrders: {
    handle: ({ services, world, body }) => seedOrders(services, world, body as SeedRequest),
  },
  /** An order with what only the company sees of it. */
  getCompanyOrder: {
    handle: ({ services, params }) => {
      const { behaviour, store } = services
      const order = findOrder(services, params['order_id']!)
      const { appraiser } = order
      return {
        order: showOrder(services, order),
        ...ownerOf(order),
        client_id: order.client_id,
        appraiser: appraiser && { name: appraiser.name, assigned_at: new Date(appraiser.assigned_at).toISOString() },
        previous_status: order.previous_status,
        requested_due_date: order.requested_due_date,
        delivered: order.delivered,
        messages: store.messagesOf(order.id).map((message) => showMessage(services, message)),
        revision_requests: store.revisionsOf(order.id).map((request) => behaviour.present.revisionRequest(request)),
      }
    },
  },
  /** What either side can do with the order now, and why it cannot do the rest. */
  listMoves: {
    handle: ({ services, params }) => {
      const order = findOrder(services, params['order_id']!)
      // Whatever is decided here is thrown away, so that no identifier is used up.
      const context = { ...contextOf(services, order), nextId: (prefix: string) => `${prefix}_none` }
      return {
        status: order.status.code,
        company: companyMoves(services, context, order),
        lender: lenderMoves(services, context, order),
      }
    },
  },
  /** The bytes of a document, without a link that expires. */
  getDocumentContent: {
    contentType: 'application/octet-stream',
    handle: async ({ services, params }) => {
      const id = params['document_id']!
      // What is no document's id may be no name of a file either.
      const document = services.store.documents.get(id)
      const content = document && (await wholeFile(services.store, document))
      if (!content) throw absent('document', id.slice(0, 100), 'GET /orders/{order_id}')
      return content
    },
  },
} satisfies ControlOperations
