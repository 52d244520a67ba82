// The fields of a request that is a form.
import { textOf, type Answered } from '../target/exchange.ts'

export const parseForm = ({ request }: Answered): URLSearchParams =>
  new URLSearchParams(request.body === null ? '' : (textOf(request.body) ?? ''))
