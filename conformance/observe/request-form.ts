// The fields of a request that is a form.
import { textOf, type Answered } from '../evidence/exchange.ts'

export const parseForm = ({ request }: Answered): URLSearchParams =>
  new URLSearchParams(request.body === null ? '' : (textOf(request.body) ?? ''))
