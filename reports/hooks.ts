// The addresses to which the webhook was set, and the receiver of a run that lies behind them.
import { controlBase } from './company-acts.ts'
import { parsedJson } from './parsed-json.ts'
import type { RecordedExchange } from './run-record.ts'

/** Without what a check put behind it: that of the run alone. */
export const hookOf = (url: string): string => /^https?:\/\/.*?\/assay\/[0-9a-f]{8}(?![0-9a-f])/.exec(url)?.[0] ?? url

export const urlIn = ({ request }: RecordedExchange): string | undefined => {
  const { url } = (parsedJson(request.body?.text) ?? {}) as { url?: unknown }
  return typeof url === 'string' ? url : undefined
}

/** Addresses of the receiver of a run, to which its webhook was set: that of a script is elsewhere. */
export const hooksIn = (needed: readonly RecordedExchange[]): string[] =>
  needed.flatMap((one) => {
    const isSetting = one.operation === 'setWebhook' || one.request.url.startsWith(`${controlBase}/lenders/`)
    const url = isSetting ? urlIn(one) : undefined
    const hook = url === undefined ? '' : hookOf(url)
    // A body may write it with escapes.
    const escaped = hook.replaceAll('/', String.raw`\/`)
    return hook === '' ? [] : one.request.body?.text?.includes(escaped) ? [hook, escaped] : [hook]
  })
