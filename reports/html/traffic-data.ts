// Headers and bodies of every exchange and delivery for the script that opens them: what is in several of them once, and no more than fits.
import { bounds } from '../../fixtures/bounds.ts'
import type { RecordedBody, RecordedDelivery, RecordedHeaders } from '../run-record.ts'
import { spotOf } from '../pointed-line.ts'
import type { Run } from '../summary.ts'
import type { Html } from './markup.ts'
import { packedJson } from './packed-json.ts'

/** `[kind, pieces, bytes, cut]`: the pieces of the text by their places among the texts, or null where it was left out. */
type PackedBody = ['text' | 'base64', number[] | null, number, 0 | 1] | null

/** The entries of a list are the same in many answers. */
const piecesOf = (text: string): string[] => text.split(/(?<=\},)(?=\{)/)

const createTexts = () => {
  const texts: string[] = []
  const places = new Map<string, number>()
  let characters = 0
  return {
    texts,
    room: (text: string): boolean => places.has(text) || characters + text.length <= bounds.shown.trafficCharacters,
    place(text: string): number {
      let place = places.get(text)
      if (place === undefined) {
        place = texts.push(text) - 1
        places.set(text, place)
        characters += text.length
      }
      return place
    },
  }
}

const faultOf = ({ fault, mistake }: RecordedDelivery): string | null =>
  fault && `${fault.fails}: ${fault.why}${mistake ? ` (${mistake.words})` : ''}`

/** The places of the findings in each exchange and delivery, as JSON pointers, `header:Name` or `status`. */
const marksOf = ({ findings, exchanges, deliveries }: Run): Record<string, string[]> => {
  const sent = new Map(exchanges.map((one) => [one.id, one]))
  const delivered = new Map(deliveries.map((one) => [one.id, one]))
  const bodyOf = (id: string): RecordedBody | undefined =>
    delivered.has(id) ? delivered.get(id)!.body : sent.get(id)?.response?.body
  const marks = new Map<string, Set<string>>()
  for (const finding of findings) {
    const spot = spotOf(finding, bodyOf)
    if (spot) marks.set(spot.id, (marks.get(spot.id) ?? new Set()).add(spot.pointer))
  }
  return Object.fromEntries([...marks].map(([id, pointers]) => [id, [...pointers]]))
}

export const trafficData = (run: Run): Html => {
  const { texts, room, place } = createTexts()
  const violated = new Map<string, Set<string>>()
  for (const { rule, requests } of run.findings)
    for (const id of requests) violated.set(id, (violated.get(id) ?? new Set()).add(rule))
  for (const { like, requests } of run.again)
    for (const id of requests) violated.set(id, (violated.get(id) ?? new Set()).add(run.findings[like]!.rule))

  const headers = (given: RecordedHeaders): number[] => given.flatMap(([name, value]) => [place(name), place(value)])
  const body = (given: RecordedBody, id: string): PackedBody => {
    if (!given) return null
    const text = given.text ?? given.base64 ?? ''
    const kept = violated.has(id) || room(text)
    return [
      given.text === undefined ? 'base64' : 'text',
      kept ? piecesOf(text).map(place) : null,
      given.bytes,
      given.cut ? 1 : 0,
    ]
  }
  // Those that findings name come first, so that the rest shares what room they leave.
  const first = <T extends { id: string }>(all: readonly T[]): T[] => [
    ...all.filter(({ id }) => violated.has(id)),
    ...all.filter(({ id }) => !violated.has(id)),
  ]
  const exchanges = first(run.exchanges).map(
    ({ id, source, operation, role, request, response, failure, started_at, ms }) => [
      id,
      [place(source), operation, role, started_at, ms],
      [request.method, place(request.url), headers(request.headers), body(request.body, id)],
      response && [response.status, headers(response.headers), body(response.body, id)],
      failure && `${failure.kind}: ${failure.message}`,
    ],
  )
  const deliveries = first(run.deliveries).map((one) => [
    one.id,
    [one.received_at, one.answer, faultOf(one)],
    [one.method, place(one.path), headers(one.headers), body(one.body, one.id)],
  ])
  const findings = Object.fromEntries([...violated].map(([id, rules]) => [id, [...rules]]))
  // By number: those that were under way together are recorded as they were answered.
  const order = [run.exchanges, run.deliveries].flatMap((all) =>
    all.map(({ id }) => id).toSorted((one, other) => Number(one.slice(1)) - Number(other.slice(1))),
  )
  return packedJson('traffic-data', { order, texts, exchanges, deliveries, findings, marks: marksOf(run) })
}
