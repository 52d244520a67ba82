// A refusal: why a request is not carried out, as data; the HTTP edge renders it.
import { bounds } from '../../fixtures/bounds.ts'

export type Detail = { field: string; code: string; value?: unknown; message: string }

/** Whether a value has so few letters as JSON; looks at no more of it than that. */
const isSmall = (value: unknown): boolean => {
  let left = bounds.repeated.letters
  const fits = (one: unknown): boolean => {
    if (typeof one === 'string') left -= one.length
    else if (Array.isArray(one)) return one.every(fits)
    else if (typeof one === 'object' && one !== null) {
      for (const key in one) if (!fits(key) || !fits((one as Record<string, unknown>)[key])) return false
    }
    left -= 1
    return left >= 0
  }
  return fits(value)
}

/** The offending value as a detail repeats it: only while it is small. */
export const offending = (value: unknown): unknown => (isSmall(value) ? value : null)

const shown = ({ field, ...detail }: Detail): Detail => ({
  field: field.slice(0, bounds.repeated.letters),
  ...detail,
  ...('value' in detail && { value: offending(detail.value) }),
})

/** Thrown by domain and behaviour; `code` is a code of fixtures/errors.yaml or a code of ours where the contract shows none. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: string
  readonly details: Detail[]
  readonly currentStatus: string | undefined
  readonly status: number | undefined
  readonly headers: Record<string, string>
  /** Of one that is remembered, and answered again as it was; a new one is made where there is none. */
  correlationId: string | undefined

  constructor(
    code: string,
    message: string,
    more: { details?: Detail[]; currentStatus?: string; status?: number; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.code = code
    this.details = (more.details ?? []).slice(0, bounds.repeated.details).map(shown)
    this.currentStatus = more.currentStatus
    this.status = more.status
    this.headers = more.headers ?? {}
    this.correlationId = undefined
  }
}

export const notFound = (what: string): Refusal => new Refusal('not_found', `No such ${what}.`)
