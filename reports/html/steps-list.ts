// The requests and webhooks that lead to a violation, in their order, with the part of the last one that is wrong.
import type { Finding } from '../run-record.ts'
import { shortPath, trafficLink } from './links.ts'
import { html, type Html, type Piece } from './markup.ts'
import type { Step } from './sequence.ts'
import { cut, shortIds, times } from './words.ts'

const most = 14

type WrongPart = 'status' | 'header' | 'body' | null

const statusesIn = (value: unknown): string[] =>
  typeof value === 'string' || typeof value === 'number' ? (String(value).match(/\b[1-5]\d\d\b/g) ?? []) : []

/** A status counts as wrong only where the finding says so: a wrong body comes with the right status. */
export const wrongPartOf = ({ pointer, expected, received }: Finding): WrongPart => {
  if (pointer === 'status') return 'status'
  if (pointer?.startsWith('header:')) return 'header'
  if (pointer !== null) return 'body'
  const [wanted, got] = [statusesIn(expected), statusesIn(received)]
  return wanted.length > 0 && got.length > 0 && !got.some((one) => wanted.includes(one)) ? 'status' : null
}

const headerOf = (headers: readonly (readonly [string, string])[], name: string): string | undefined =>
  headers.find(([given]) => given.toLowerCase() === name)?.[1]

/** What distinguishes one advance from another. */
const destinationOf = (text: string | undefined): string | null => {
  try {
    const body = JSON.parse(text ?? '') as { to_status?: unknown } | null
    return typeof body?.to_status === 'string' ? body.to_status : null
  } catch {
    return null
  }
}

type Words = { request: Piece; response: string; by: string }

const wordsOf = (step: Step): Words => {
  if (step.kind === 'delivery') {
    const { headers, answer } = step.delivery
    const type = cut(headerOf(headers, 'x-service-event-type') ?? '', 60)
    return { request: html`<code>webhook ${type}</code>`, response: answer, by: 'from the target' }
  }
  const { request, response, failure, role } = step.exchange
  const destination = destinationOf(request.body?.text)
  return {
    request: html`<code>${request.method} ${cut(shortIds(shortPath(request.url)), 90)}</code
      >${destination !== null && html` <span class="soft">to_status</span> <code>${cut(destination, 40)}</code>`}`,
    response: response ? String(response.status) : (failure?.message ?? 'no response'),
    by: role === null ? 'without credential' : `as ${role}`,
  }
}

const item = (step: Step, wrong: WrongPart): Html => {
  const { request, response, by } = wordsOf(step)
  const status = step.guilty && wrong === 'status'
  const tag = step.guilty && html` <span class="tag fail"><span aria-hidden="true">✕</span> ${wrong ?? 'here'}</span>`
  return html`<li${step.guilty && html` class="guilty"`}>${trafficLink(step.id)} ${request} <span class="soft">${by}</span> → <b${status && html` class="bad"`}>${cut(response, 80)}</b>${tag}</li>`
}

export const stepsList = (given: readonly Step[], wrong: WrongPart): Piece => {
  if (given.length === 0) return html`<p class="soft">The finding names no exchange of this run.</p>`
  const steps = given.slice(-most)
  const left = given.length - steps.length
  return [
    left > 0 && html`<p class="soft">${times(left, 'earlier exchange')} left out.</p>`,
    html`<ol class="steps" ${left > 0 && html` start="${left + 1}"`}>
      ${steps.map((step) => item(step, wrong))}
    </ol>`,
  ]
}
