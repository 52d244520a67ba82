// A finding about a delivery that was signed with a former secret, as one about what a script's own receiver hears once its webhook has another secret.
import { isTest, specimensAt } from './heard-specimens.ts'
import { hearing, hearsAll, isSetting, laterMark, signatures, specimen, type HeardFinding } from './hearing.ts'
import { plainExchange } from './plain-exchange.ts'
import type { Finding, RecordedExchange } from './run-record.ts'
import { textOf } from './texts.ts'

export const isFormer = ({ kind, received }: Finding): boolean =>
  kind === 'bad_signature' && (received === 'former' || textOf(received).includes('(an earlier secret, '))

/** A write of the webhook that sends these fields, and nothing else; null where the run set no webhook. */
export const writeIn = (
  exchanges: readonly RecordedExchange[],
  name: string,
  fieldsOf: (setting: RecordedExchange) => object,
): RecordedExchange | null => {
  const setting = exchanges.find((one) => isSetting(one) && hearsAll(one))
  if (setting === undefined) return null
  const text = JSON.stringify(fieldsOf(setting))
  const body = { text, bytes: text.length, sha256: '', cut: false }
  return plainExchange(setting, { id: name, started_at: '', request: { ...setting.request, body } })
}

export const rotationIn = (exchanges: readonly RecordedExchange[], name: string): RecordedExchange | null =>
  writeIn(exchanges, name, () => ({ secret: laterMark }))

/** A specimen that is sent once the secret is another; one is sent before, as what is kept may be the secret of the first. */
export const byRotation = (finding: Finding, exchanges: readonly RecordedExchange[]): HeardFinding | null => {
  const name = finding.requests.at(-1)!
  const rotation = isFormer(finding) ? rotationIn(exchanges, `${name} secret`) : null
  const setting = exchanges.find((one) => isSetting(one) && hearsAll(one))
  const test = exchanges.find((one) => isTest(one) && one.role === 'main' && one.environment === 'sandbox')
  if (!rotation || !setting || !test) return null
  const first = plainExchange(test, { id: `${name} first test` })
  const again = plainExchange(test, { id: `${name} test` })
  const read = hearing(`${name} heard`, finding.check, `${specimen}//2`, [])
  const steps = [first, rotation, again]
  return {
    finding: {
      ...finding,
      pointer: null,
      expected: `a specimen that is ${signatures.later}`,
      received: [],
      requests: [...steps, read].map(({ id }) => id),
    },
    read,
    settings: [setting.id],
    steps,
    asked: { at: specimensAt('signature'), form: 'at least times', values: [signatures.later, '1'] },
  }
}
