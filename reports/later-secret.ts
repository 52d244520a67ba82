// A finding about a delivery that was signed with a former secret, as one about what a script's own receiver hears once its webhook has another secret.
import { isTest, specimensAt } from './heard-specimens.ts'
import { hearing, isOfMain, isWholeSetting, signatures, specimen, type HeardFinding } from './hearing.ts'
import { laterMark, oddMark, withOwnSecret } from './masked-secret.ts'
import { parsedJson } from './parsed-json.ts'
import { plainExchange } from './plain-exchange.ts'
import type { Finding, RecordedExchange } from './run-record.ts'
import { textOf } from './texts.ts'

export const isFormer = ({ kind, received }: Finding): boolean =>
  kind === 'bad_signature' && (received === 'former' || textOf(received).includes('(an earlier secret, '))

const writeAs = (like: RecordedExchange, id: string, fields: object): RecordedExchange => {
  const text = JSON.stringify(fields)
  const body = { text, bytes: text.length, sha256: '', cut: false }
  return plainExchange(like, { id, started_at: '', request: { ...like.request, body } })
}

/** A write of the webhook that sends these fields, and nothing else; null where the run set no webhook. */
export const writeIn = (
  exchanges: readonly RecordedExchange[],
  id: string,
  fieldsOf: (setting: RecordedExchange) => object,
): RecordedExchange | null => {
  const setting = exchanges.find(isWholeSetting)
  return setting ? writeAs(setting, id, fieldsOf(setting)) : null
}

export const rotationIn = (exchanges: readonly RecordedExchange[], name: string): RecordedExchange | null =>
  writeIn(exchanges, name, () => ({ secret: laterMark }))

/** A specimen that is sent once the secret is another; one is sent before, as what is kept may be the secret of the first. */
export const byRotation = (finding: Finding, exchanges: readonly RecordedExchange[]): HeardFinding | null => {
  const name = finding.requests.at(-1)!
  const rotation = isFormer(finding) ? rotationIn(exchanges, `${name} secret`) : null
  const setting = exchanges.find(isWholeSetting)
  const test = exchanges.find((one) => isTest(one) && isOfMain(one))
  if (!rotation || !setting || !test) return null
  const first = plainExchange(test, { id: `${name} first test`, started_at: '' })
  const again = plainExchange(test, { id: `${name} test`, started_at: '' })
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

/** A specimen of the sandbox that is signed with the secret which was set in production since. */
export const byOtherSecret = (finding: Finding, exchanges: readonly RecordedExchange[]): HeardFinding | null => {
  if (finding.received !== 'the secret of production') return null
  const [name = ''] = finding.requests
  const setting = exchanges.find(isWholeSetting)
  const theirs = exchanges.find(
    ({ operation, environment, response }) =>
      operation === 'setWebhook' && environment === 'production' && response?.status === 200,
  )
  const test = exchanges.find(({ id }) => id === name)
  const write =
    theirs &&
    writeAs(theirs, `${name} production`, { ...(parsedJson(theirs.request.body?.text) as object), secret: laterMark })
  if (!setting || !write || !test) return null
  const again = plainExchange(test, { id: `${name} again` })
  const read = hearing(`${name} heard`, finding.check, specimen, [])
  const steps = [write, again]
  return {
    finding: {
      ...finding,
      expected: `${signatures.right}, with the secret of the sandbox`,
      received: [],
      requests: [...steps, read].map(({ id }) => id),
    },
    read,
    settings: [setting.id],
    steps,
    asked: { at: `/data/type=${specimen}/signature`, form: 'equal', values: [JSON.stringify(signatures.right)] },
  }
}

/** What no known mistake explains may be owed to what the secret holds. */
export const isUnexplained = ({ kind, received }: Finding): boolean =>
  kind === 'bad_signature' && textOf(received).startsWith('a signature with another secret, ')

export const withOddSecret = (one: RecordedExchange): RecordedExchange => {
  const { body } = one.request
  if (one.operation !== 'setWebhook' || body?.text === undefined) return one
  const text = withOwnSecret(body.text, oddMark)
  return text === body.text ? one : plainExchange(one, { request: { ...one.request, body: { ...body, text } } })
}
