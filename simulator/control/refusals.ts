// How the control port refuses: `{ code, message, details }`, whatever the behaviour in force does to the contract's errors.
import type { Middleware } from 'koa'
import { Refusal } from '../domain/refusal.ts'
import type { Services } from '../engine/services.ts'

/** Codes of other parts that are a caller's mistake here. */
const statusOf: Record<string, number> = {
  invalid_request: 400,
  clock_past_instant: 409,
  clock_closed: 409,
  clock_bad_instant: 422,
  event_not_found: 404,
  webhook_not_configured: 409,
  webhook_disabled: 409,
}

const asRefusal = ({ contract, log }: Services, error: unknown): { refusal: Refusal; status: number } => {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  const shown = contract.errors.codes.find((one) => one.code === code)?.status
  const status = (error instanceof Refusal ? error.status : undefined) ?? statusOf[code] ?? shown
  if (error instanceof Refusal && status) return { refusal: error, status }
  if (status) return { refusal: new Refusal(code, message.replace(`${code}: `, '')), status }
  log.error({ err: error }, 'an operation of the control port failed')
  return { refusal: new Refusal('internal_error', 'The control port failed to answer; its log says why.'), status: 500 }
}

export const renderRefusals = (services: Services): Middleware =>
  async function render(ctx, next) {
    try {
      await next()
    } catch (error) {
      const { refusal, status } = asRefusal(services, error)
      const { code, message, details } = refusal
      ctx.status = status
      ctx.set(refusal.headers)
      ctx.body = { code, message, ...(details.length > 0 && { details }) }
    }
  }
