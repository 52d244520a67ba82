// Dredd: the examples of the document sent one by one, with a hook for the token, the ids and the refusals.
import { EventEmitter } from 'node:events'
import { createRequire } from 'node:module'
import { concreteDocument } from './concrete.ts'
import { exampleId, operationsOf, readDocument } from './contract.ts'
import type { Complaint, Peer, Target } from './peer.ts'
import { folder, missingPackage, versionOf } from './places.ts'
import { uploadOf } from './examples.ts'
import { inWorker, type Inside } from './worker.ts'

type Transaction = {
  name: string
  fullPath: string
  skip?: boolean
  request: { method: string; headers: Record<string, string>; body: string }
  expected: { statusCode: string; headers: Record<string, string> }
  origin: { resourceName: string }
}
type Test = {
  title?: string
  message?: string
  origin?: { resourceName: string; exampleName?: string }
  request?: { method: string }
  expected?: { statusCode: string }
}
type Dredd = new (options: object) => { run(done: (error: Error | null) => void): void }

const unusable: Record<string, object> = {
  requestToken: { grant_type: 'client_credentials' },
  createOrder: { order_type_code: 'no-such-product' },
  amendOrder: { due_date: '2020-01-31' },
  createRevisionRequest: { kind: 'wish' },
  sendMessage: { recipient: 'mayor', body: 'Hello' },
  setWebhook: { url: 'http://lender.example.com/' },
  testWebhook: { type: 'order.painted' },
  advanceOrder: { to_status: 'nonsense' },
}

/** The order that is in the wrong status for the action. */
const wrongOrder = ({ orders }: Target): Record<string, string> => ({
  holdOrder: orders.held,
  resumeOrder: orders.fresh,
  cancelOrder: orders.delivered,
  advanceOrder: orders.held,
  createRevisionRequest: orders.fresh,
})

type Place = { id: string; secured: boolean }

/** Makes a request what the response that is awaited calls for; one that cannot be brought about is skipped. */
const direct = (transaction: Transaction, { id, secured }: Place, target: Target): void => {
  const { request, expected } = transaction
  const headers = request.headers
  const to = (order: string): void => {
    transaction.fullPath = transaction.fullPath.replace(/(?:ord|doc)_none/, order)
  }
  const status = expected.statusCode
  if (expected.headers['Content-Type'] === 'application/json') expected.headers['Content-Type'] += '; charset=utf-8'
  if (secured && status !== '401') headers['Authorization'] = `Bearer ${target.token}`
  if (id === 'createOrder') headers['Idempotency-Key'] = `dredd-${transaction.name}`
  if (id === 'uploadDocument') {
    const { type, text } = uploadOf(status === '422' ? 'report_pdf' : 'supporting')
    headers['Content-Type'] = type
    request.body = text
  }
  const refused = wrongOrder(target)[id]
  if (status === '404') transaction.skip = !/_none/.test(transaction.fullPath)
  else to(status === '409' && refused !== undefined ? refused : exampleId(id, target))
  if (status === '409') transaction.skip = refused === undefined
  if (status === '401' && id === 'requestToken')
    request.body = JSON.stringify({
      grant_type: 'client_credentials',
      client_id: target.clientId,
      client_secret: 'wrong',
    })
  if (status === '400' || (status === '422' && id !== 'uploadDocument')) {
    const body = status === '400' ? (id === 'requestToken' ? '{}' : '{"reason":') : unusable[id]
    transaction.skip = body === undefined || request.body === '' || id === 'uploadDocument'
    if (body !== undefined) request.body = typeof body === 'string' ? body : JSON.stringify(body)
  }
  if (status === '415') {
    transaction.skip = id === 'uploadDocument'
    headers['Content-Type'] = 'text/xml'
    request.body = '<a/>'
  }
  if (['403', '413', '429', '500', '503'].includes(status) || id === 'downloadDocument') transaction.skip = true
}

const shown = (test: Test, nameOf: (method: string, path: string) => string): Complaint[] => {
  const { origin, request, expected, message = '', title = '' } = test
  const operation = nameOf(request?.method ?? '', origin?.resourceName ?? '')
  const place = expected?.statusCode ?? title
  return message
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ operation, kind: line, place }))
}

/** For hooks that might change it, Dredd copies its configuration with the parsed document in it, which takes seconds. */
const spareCopies = (load: NodeJS.Require): void => {
  const path = load.resolve('clone')
  load(path)
  load.cache[path]!.exports = (value: object) => ({ ...value })
}

export const inside = async (): Promise<Inside> => {
  const load = createRequire(`${folder}package.json`)
  spareCopies(load)
  const DreddRun = load('dredd') as Dredd
  const places = new Map(
    [...operationsOf(readDocument())].map(([id, { method, path, operation }]) => [
      `${method.toUpperCase()} ${path}`,
      { id, secured: operation.security === undefined },
    ]),
  )
  const placeOf = (method: string, path: string): Place | undefined => places.get(`${method} ${path}`)
  return async (target) => {
    const emitter = new EventEmitter()
    const complaints: Complaint[] = []
    const note = (test: Test): void => {
      complaints.push(...shown(test, (method, path) => placeOf(method, path)?.id ?? path))
    }
    emitter.on('test fail', note)
    emitter.on('test error', (error: Error, test: Test) => note({ ...test, message: error.message }))
    Object.assign(globalThis, {
      assayPeersBeforeEach(transaction: Transaction) {
        const place = placeOf(transaction.request.method, transaction.origin.resourceName)
        if (place) direct(transaction, place, target)
        else transaction.skip = true
      },
    })
    const options = {
      endpoint: target.url,
      emitter,
      apiDescriptions: [{ location: 'openapi.json', content: JSON.stringify(concreteDocument(target)) }],
      hookfiles: [`${folder}dredd-hooks.cjs`],
      loglevel: 'silent',
    }
    await new Promise<void>((resolve, reject) =>
      new DreddRun(options).run((error) => (error ? reject(error) : resolve())),
    )
    return complaints
  }
}

export const dredd: Peer = {
  id: 'dredd',
  title: 'Dredd',
  how: 'the examples of the document and, by a hook, the refusals that one request can bring about',
  missing: () => missingPackage('dredd'),
  version: () => versionOf('dredd'),
  start: async () => inWorker('dredd'),
}
