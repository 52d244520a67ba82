// The first delivery, as plain as there is: whether the receiver can be examined at all, and in which writing it takes JSON.
import { CodedError, exitCodes } from '../contract/coded-error.ts'
import type { Exchange } from '../evidence/exchange.ts'
import type { Step } from './examination.ts'
import type { OwnBench } from './bench.ts'
import type { Patience } from './patience.ts'
import { writings } from './writings.ts'

export const isTaken = ({ response }: Pick<Exchange, 'response'>): boolean =>
  response !== null && response.status >= 200 && response.status < 300

const refusesSignature = ({ response }: Exchange): boolean => response?.status === 401 || response?.status === 403

const clockWords = (bench: OwnBench): string =>
  bench.ahead === 0
    ? ''
    : ` Its clock is ${Math.abs(Math.round(bench.ahead / 1000))} s ${bench.ahead > 0 ? 'ahead of' : 'behind'} the clock of this machine.`

/** The code of what went wrong; what a TLS library writes behind it is for nobody. */
const codeOf = (message: string): string => message.split(/[:\s]/, 1)[0]!

const whatToDo = (message: string, kind: string): string => {
  if (message.includes('WRONG_VERSION_NUMBER')) return 'plain HTTP is served there: give --url with http:'
  return kind === 'tls'
    ? 'correct its certificate, which elsewhere than on loopback must be valid, or correct --url'
    : 'start it, or correct --url'
}

const unreachable = ({ failure }: Exchange, url: string): CodedError => {
  const { message = 'no answer', kind = 'other' } = failure ?? {}
  const code = kind === 'other' ? message : codeOf(message)
  return new CodedError(
    'receiver_unreachable',
    `--url must be the address of a receiver, but no delivery reached one at ${url} (${code}); ${whatToDo(message, kind)}.`,
    exitCodes.couldNotJudge,
  )
}

/**
 * Sends it, and learns from its answer.
 * @throws CodedError receiver_unreachable, secret_not_shared
 */
export const firstDelivery = async (
  bench: OwnBench,
  url: string,
  send: (step: Step, source: string) => Promise<Exchange>,
  patience: Patience,
): Promise<void> => {
  const deliver = (): Promise<Exchange> => {
    const event = bench.event(bench.prefer('order.created'))
    return send({ parcel: bench.parcel('as any deployment sends it', event) }, 'receiver.first-delivery')
  }
  const first = await deliver()
  if (first.failure && first.failure.kind !== 'timeout') throw unreachable(first, url)
  const plain = await patience.whenAnswered(first, deliver)
  bench.heard(plain)
  if (!refusesSignature(plain)) return
  for (const { write } of writings) {
    bench.writeWith(write)
    if (isTaken(await patience.whenAnswered(await deliver(), deliver))) return
  }
  const status = plain.response?.status
  throw new CodedError(
    'secret_not_shared',
    `The receiver at ${url} answers ${status} to a delivery that is signed with --secret, however its JSON is written; give the secret that the receiver verifies with.${clockWords(bench)}`,
    exitCodes.couldNotJudge,
  )
}
