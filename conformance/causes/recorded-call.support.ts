// A call as a record has it.
import { recordedExchange } from '../../reports/recorded-exchange.support.ts'
import type { RecordedExchange } from '../../reports/run-record.ts'

type Call = { id: string; method: string; path: string; answer: object; status?: number }

export const recordedCall = ({ path, ...call }: Call): RecordedExchange =>
  recordedExchange({
    ...call,
    source: 'a.check',
    operation: path === '/orders' ? 'createOrder' : null,
    path,
    started_at: '',
  })
