// Permitted readings of the freedoms of the area account.
import { instead, wrap } from '../operators/index.ts'
import type { Lender } from '../../domain/records.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { AreaReadings, ReadingPatch } from './reading.ts'

const words: Record<string, string> = { production: 'live', sandbox: 'test' }

const otherWords: ReadingPatch = wrap('access.account', (shown) => ({
  ...shown,
  environment: (words[shown.environment] ?? shown.environment) as typeof shown.environment,
}))

/** Another id that is not too long either. */
const elsewhere = (id: string): string => `${id.slice(0, 60)}_pro`

const ownInProduction: ReadingPatch = instead('access.account', (usual, client, ...rest) => {
  const shown = usual(client, ...rest)
  if (client.environment !== 'production') return shown
  const { lender, company } = shown
  return {
    ...shown,
    lender: { ...lender, id: elsewhere(lender.id) },
    company: { ...company, id: elsewhere(company.id) },
  }
})

const cardsRefused = (operations: readonly string[]): ReadingPatch =>
  instead('access.checkEntitled', (usual, operationId: string, lender: Lender) => {
    if (operations.includes(operationId) && lender.billing === 'card')
      throw new Refusal('account_not_billable', 'This lender account pays per order by card and has no access here.')
    usual(operationId, lender)
  })

export const account: AreaReadings = {
  'account.environment-words': { 'other-words': otherWords },
  'account.identifiers-across-environments': { different: ownInProduction },
  'account.forbidden-reads': { 'card-billed': cardsRefused(['listOrderTypes', 'listOrders']) },
  'account.readable-while-card-billed': {
    'status-403': cardsRefused(['getOrder', 'listMessages', 'listDocuments', 'sendMessage', 'uploadDocument']),
  },
}
