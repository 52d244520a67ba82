// Where the calls of a script are sent again: the target of a run, or a server that keeps the contract.
import { setTimeout as sleep } from 'node:timers/promises'
import { heardEntry } from '../../reports/heard-deliveries.ts'
import { isSpecimen, signatures, specimen, type Refusals } from '../../reports/hearing.ts'
import type { RecordedExchange } from '../../reports/run-record.ts'
import { envelopeOf, orderOf, type Delivery } from '../evidence/delivery.ts'
import { answerIn } from '../receiver/answers.ts'
import { isSigned } from '../receiver/signature.ts'
import { startReceiver, type Receiver } from '../receiver/receiver.ts'
import { tokenRequest } from '../sut/tokens.ts'
import { createControl } from '../sut/control.ts'
import { requestOf } from '../sut/call.ts'
import type { Credential, Profile } from '../sut/profile.ts'
import type { Environment, Role } from '../evidence/roles.ts'
import { baseUrl } from '../sut/addresses.ts'
import { createWire } from '../sut/send.ts'
import { fieldsIn } from '../evidence/parts.ts'
import { jsonOf, type Headers } from '../evidence/exchange.ts'
import { recordedControl } from '../engine/recorded-control.ts'
import type { Session } from '../engine/session.ts'

export type Message = { method: string; path: string; headers: Headers; body: Uint8Array | null }
/** Of an answer what a script compares. */
export type Heard = { status: number; headers: Headers; text: string; bytes?: number }

type Label = { role: Role | null; environment: Environment }

/** Hears deliveries from when it was made. */
export type Ear = {
  url: string
  /** Those of an order, or of a test of the webhook, as a script prints them; waits for one of that type, or for that number. */
  hear(of: string, type: string, times?: number): Promise<Heard>
  refuse(refusals: Refusals): void
  /** Another secret, for a write of the webhook that is about to be sent; an odd one has all that a secret may hold. */
  rotate(isOdd?: boolean): string
  hasHeard(): boolean
}

/** Of the webhook of a server of our own. */
export const ownSecret = 'a-secret-of-this-rerun-alone-and-of-no-other'

export type CallPort = {
  /** Behind the base address; an `authorization` of its own stands among the headers of a message. */
  send(message: Message, label: Label): Promise<Heard>
  /** @throws where the port refuses it, or there is none */
  act(method: string, path: string, body: unknown): Promise<unknown>
  credential(role: Role): Pick<Credential, 'client_id' | 'client_secret'> | undefined
  /** The base address of an environment, where a link leads. */
  base(environment: Environment): string
  /** @throws where nothing can be heard */
  listen(): Promise<Ear>
  /** The one in force, where deliveries are judged: another would make them look forged. */
  webhookSecret?(): string | undefined
}

const asHeard = (response: { status: number; headers: Headers; body: Uint8Array }): Heard => ({
  status: response.status,
  headers: response.headers,
  text: Buffer.from(response.body).toString('utf8'),
  bytes: response.body.length,
})

const heardTries = 12
const heardPauseMs = 250

const textOfBody = ({ body }: Delivery): string => Buffer.from(body).toString('utf8')

/** Over all ears, so that no replay has the secret of another. */
let rotations = 0

/** Long, with spaces around it and signs that are written otherwise in other texts. */
const oddSecret = (count: number): string => ` <"${ownSecret}-${count}-${'x'.repeat(48)}\\n" & '100%+1'> `

const earOn = (receiver: Receiver): Ear => {
  const { url, inbox, answers } = receiver
  const first = inbox.all.length
  let own = receiver.secrets.at(-1)
  const later: string[] = []
  const signatureOf = (one: Delivery): string => {
    if (later.some((secret) => isSigned(one, secret))) return signatures.later
    const isFormer = later.length > 0 && own !== undefined && isSigned(one, own)
    return one.fault === null || isFormer ? signatures.right : signatures.wrong
  }
  const isOf =
    (of: string) =>
    (one: Delivery): boolean =>
      of === specimen ? isSpecimen(envelopeOf(one)) : orderOf(one) === of
  return {
    url,
    hasHeard: () => inbox.all.length > first,
    refuse: ({ type, answers: shown }) =>
      answers.setForNext(
        type,
        shown.map((one) => answerIn(one, url)),
      ),
    rotate(isOdd = false) {
      rotations += 1
      const secret = isOdd ? oddSecret(rotations) : `${ownSecret}-${rotations}`
      if (isOdd) own = secret
      else later.push(secret)
      receiver.useSecret(secret)
      return secret
    },
    async hear(of, type, times = 1) {
      const came = (): Delivery[] => inbox.all.slice(first).filter(isOf(of))
      const isThere = (): boolean =>
        came().filter((one) => type === '' || envelopeOf(one).type === type).length >= times
      for (let left = heardTries; left > 0 && !isThere(); left -= 1) await sleep(heardPauseMs)
      const data = came().map((one) =>
        heardEntry({
          method: one.method,
          path: one.path,
          headers: one.headers,
          text: textOfBody(one),
          signature: signatureOf(one),
          of,
        }),
      )
      return { status: 200, headers: [], text: JSON.stringify({ data }) }
    },
  }
}

type Method = 'POST' | 'PATCH' | 'PUT'

const source = 'reruns'

/** As any call of the run: paced, recorded, with the token of its role. */
export const portOfTarget = (session: Session, created: (id: string, role: Role) => void): CallPort => {
  const client = session.http.as(source)
  const control = session.control && recordedControl(session.control, source, session.emit)
  return {
    async send({ method, path, headers, body }, { role, environment }) {
      const own = headers.find(([name]) => name.toLowerCase() === 'authorization')
      const { response } = await client.call('ping', {
        unlisted: { method, address: () => baseUrl(session.profile, environment) + path },
        headers: Object.fromEntries(headers),
        ...(body !== null && { body }),
        ...(role === null || own ? { token: null } : { role }),
        environment,
        renew: false,
      })
      const { id } = (path === '/orders' ? fieldsIn(jsonOf(response.body)) : {}) as { id?: unknown }
      if (role !== null && response.status === 201 && typeof id === 'string') created(id, role)
      return asHeard(response)
    },
    async act(method, path, body) {
      if (!control) throw new Error('The target has no control port.')
      if (path === '/clock/advance') return control.advanceClock((body as { seconds: number }).seconds)
      const answer = await control.ask(method as Method, path, body)
      const { order } = (path === '/orders' ? answer : {}) as { order?: { id?: unknown } }
      if (typeof order?.id === 'string') created(order.id, 'main')
      return answer
    },
    credential: (role) => session.profile.credentials[role],
    webhookSecret: () => session.receiver?.secrets.at(-1),
    async listen() {
      if (!session.receiver) throw new Error('The run has no receiver.')
      return earOn(session.receiver)
    },
    base: (environment) => baseUrl(session.profile, environment),
  }
}

/** A server of our own: nothing of it comes into the record. */
export const portOfReference = (profile: Profile): CallPort & { close(): Promise<void> } => {
  const wire = createWire({ timeoutMs: 10_000, acceptAnyCertificate: true })
  const control = createControl({ url: profile.control_url!, token: profile.control_token }, wire)
  const tokens = new Map<string, string>()
  const receivers: Receiver[] = []
  const tokenFor = async (role: Role, environment: Environment): Promise<string> => {
    const name = `${role} ${environment}`
    const known = tokens.get(name)
    if (known !== undefined) return known
    const credential = profile.credentials[role]
    if (!credential) throw new Error(`The reference has no credential ${role}.`)
    const request = tokenRequest(environment, credential)
    const { response } = await wire.send(await requestOf('requestToken', baseUrl(profile, environment), null, request))
    const { access_token = '' } = (response && (jsonOf(response.body) as { access_token?: string })) ?? {}
    tokens.set(name, access_token)
    return access_token
  }
  return {
    async send({ method, path, headers, body }, { role, environment }) {
      const own = headers.some(([name]) => name.toLowerCase() === 'authorization')
      const token: Headers =
        role === null || own ? [] : [['Authorization', `Bearer ${await tokenFor(role, environment)}`]]
      const url = baseUrl(profile, environment) + path
      const { response, failure } = await wire.send({ method, url, headers: [...token, ...headers], body })
      if (response === null) throw new Error(failure?.message ?? 'no answer')
      return asHeard(response)
    },
    async act(method, path, body) {
      const answer = await control.ask(method as Method, path, body)
      // A token lives for an hour of the target's own time.
      if (path.startsWith('/clock/')) tokens.clear()
      return answer
    },
    credential: (role) => profile.credentials[role],
    base: (environment) => baseUrl(profile, environment),
    async listen() {
      const receiver = await startReceiver({ path: '/heard' })
      receivers.push(receiver)
      receiver.useSecret(ownSecret)
      return earOn(receiver)
    },
    async close() {
      await wire.close()
      for (const receiver of receivers) await receiver.close()
    },
  }
}

/** The base address in the record of a call. */
export const recordedBase = ({ request }: RecordedExchange): string | null =>
  /^(.*?\/v1)(?=[/?]|$)/.exec(request.url)?.[1] ?? null
