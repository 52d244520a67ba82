// The place of a finding in the body that shows it, as one line with an arrow.
import { placeOfFinding } from './differences.ts'
import type { Finding, RecordedBody } from './run-record.ts'
import type { Run } from './summary.ts'
import { shortly } from './texts.ts'

const named = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~')

const parsed = (body: RecordedBody | undefined): unknown => {
  if (body?.text === undefined || body.cut) return undefined
  try {
    return JSON.parse(body.text) as unknown
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const inObject = (value: Record<string, unknown>): string =>
  shortly(Array.isArray(value) ? value : Object.fromEntries(Object.entries(value)), 80)

/** `"status": {"code":"new"}  ← no changed_at`, or the wrong value with an arrow; null where the body does not lead there. */
export const lineAt = (body: unknown, pointer: string): string | null => {
  const parts = pointer.split('/').slice(1).map(named)
  let value = body
  for (const [index, part] of parts.entries()) {
    if (!isObject(value)) return null
    const holder = index === 0 ? '' : `${JSON.stringify(parts[index - 1])}: `
    if (!Object.hasOwn(value, part))
      return index === parts.length - 1 ? `${holder}${inObject(value)}  ← no ${shortly(part, 60)}` : null
    value = value[part]
  }
  return parts.length === 0 ? null : `${JSON.stringify(parts.at(-1))}: ${shortly(value, 80)}  ← here`
}

export const pointedLine = (finding: Finding, { exchanges, deliveries }: Run): string | null => {
  const { requests } = finding
  // A value that was worked out has places of its own, which are none of a body.
  const pointer = finding.pointer === null ? null : placeOfFinding(finding).pointer
  if (!pointer?.startsWith('/')) return null
  for (const id of requests.toReversed()) {
    const body = exchanges.find((one) => one.id === id)?.response?.body ?? deliveries.find((one) => one.id === id)?.body
    const line = lineAt(parsed(body), pointer)
    if (line !== null) return line
  }
  return null
}
