// The ids on a list that is all on one page; null where there may be more.
import { isObject } from '../contract/is-object.ts'
import { jsonOf, type Answered } from '../evidence/exchange.ts'

export const idsIn = (entries: readonly unknown[]): string[] =>
  entries.flatMap((one) => (isObject(one) && typeof one['id'] === 'string' ? [one['id']] : []))

export const wholeList = ({ request, response }: Answered): string[] | null => {
  const body = jsonOf(response.body)
  if (!isObject(body) || !Array.isArray(body['data'])) return null
  const { data, total, total_pages: pages } = body
  const page = new URL(request.url).searchParams.get('page') ?? '1'
  if (page !== '1' || typeof pages !== 'number' || pages > 1 || total !== (data as unknown[]).length) return null
  return idsIn(data as unknown[])
}
