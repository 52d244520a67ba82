// Walking a list page by page, at one page size.
import type { StepContext } from '../kit/context.ts'
import type { Scalar } from '../sut/call.ts'
import type { Answered } from '../evidence/exchange.ts'
import type { Role } from '../evidence/roles.ts'
import { ageOf, type Aged } from './compare-ages.ts'
import { entriesAt, fieldAt, succeeded } from './read.ts'
import { limits } from '../contract/limits.ts'

export type List = {
  operationId: 'listOrders' | 'listOrderTypes' | 'listMessages' | 'listDocuments' | 'listRevisionRequests'
  params?: Record<string, string>
  query?: Record<string, Scalar | undefined>
  role?: Role
}

type Paging = { page?: number; per_page?: number }

export const getPage = (
  { client }: StepContext,
  { operationId, query, ...others }: List,
  paging: Paging = {},
): Promise<Answered> => client.call(operationId, { ...others, query: { ...query, ...paging } })

const mostPages = 60

/** Every page, of the largest size unless another is given, up to the last, or to the first that is refused or empty; `enough` ends the walk before that. */
export const walkPages = async (
  context: StepContext,
  list: List,
  per_page: number = limits().per_page_max,
  enough: (items: Record<string, unknown>[]) => boolean = () => false,
): Promise<Answered[]> => {
  const pages: Answered[] = []
  while (pages.length < mostPages) {
    const page = await getPage(context, list, { page: pages.length + 1, per_page })
    pages.push(page)
    const isLast = pages.length >= Number(fieldAt(page, '/total_pages') ?? 0) || itemsOf([page]).length === 0
    if (!succeeded(page) || isLast || enough(itemsOf(pages))) break
  }
  return pages
}

export const itemsOf = (pages: readonly Answered[]): Record<string, unknown>[] =>
  pages.flatMap((page) => entriesAt(page, '/data'))

/** Items with their own `created_at`. */
export const agedItems = (items: readonly Record<string, unknown>[]): Aged[] =>
  items.map(({ id, created_at }) => ({ id: String(id), at: ageOf(created_at) }))
