// The scripted client: walks the scenario through a proxy and keeps what answers say for the steps after.
import { operationsOf, readDocument } from './contract.ts'
import type { Complaint, Target } from './peer.ts'
import { scenario } from './scenario.ts'
import type { Step } from './step.ts'

const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((one, key) => (one as Record<string, unknown> | null | undefined)?.[key], value)

const fill = (text: string, kept: ReadonlyMap<string, string>): string =>
  text.replace(/<([a-z]+)>/g, (_, name: string) => kept.get(name) ?? `missing-${name}`)

export type Sent = { step: Step; status: number; text: string }

export const tokenOf = (step: Step, { token, otherToken }: Target): string | null => {
  if (step.as === 'nobody') return null
  if (step.as === 'stranger') return 'no-such-token'
  return step.as === 'other_lender' ? otherToken : token
}

const isAwaited = (awaited: Step['status'], status: number): boolean =>
  awaited === '2XX' ? status >= 200 && status < 300 : status === awaited

/** `judge` says what a validator made of an answer. A call that lacks its token goes past a proxy, which would refuse it itself. */
export const walk = async (base: string, target: Target, judge: (sent: Sent) => Complaint[]): Promise<Complaint[]> => {
  const operations = operationsOf(readDocument())
  const kept = new Map<string, string>()
  const complaints: Complaint[] = []
  for (const step of scenario(target)) {
    const { path, method, operation, parameters } = operations.get(step.operation)!
    const query = new URLSearchParams()
    let filled = path
    for (const [name, value] of Object.entries(step.params ?? {})) {
      const text = fill(String(value), kept)
      if (parameters.some((one) => one.name === name && one.in === 'path')) filled = filled.replace(`{${name}}`, text)
      else query.set(name, text)
    }
    const token = tokenOf(step, target)
    const body = step.raw?.text ?? (step.body === undefined ? undefined : JSON.stringify(step.body))
    const place = `step ${step.id}`
    try {
      const through = token === null && operation.security === undefined ? target.url : base
      const address = step.link === undefined ? filled : (kept.get(step.link) ?? '').replace(/^.*(?=\/download\/)/, '')
      const reply = await fetch(`${through}${address}${query.size > 0 ? `?${query.toString()}` : ''}`, {
        method: method.toUpperCase(),
        headers: {
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': step.raw?.type ?? 'application/json' }),
          ...step.headers,
        },
        redirect: 'manual',
        signal: AbortSignal.timeout(15_000),
        ...(body !== undefined && { body }),
      })
      const text = await reply.text()
      if (!isAwaited(step.status, reply.status))
        complaints.push({ operation: step.operation, kind: `answered ${reply.status}, not ${step.status}`, place })
      complaints.push(...judge({ step, status: reply.status, text }))
      const json: unknown = /^\s*[{[]/.test(text) ? JSON.parse(text) : null
      for (const [name, field] of Object.entries(step.keep ?? {})) {
        const value = at(json, field)
        if (typeof value === 'string') kept.set(name, value)
      }
    } catch (error) {
      complaints.push({ operation: step.operation, kind: `no readable answer (${(error as Error).name})`, place })
    }
  }
  return complaints
}
