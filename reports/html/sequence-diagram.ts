// A sequence of exchanges as a diagram: who sent what to whom, and what came back; the list below it says the same in words.
import { html, type Html, type Piece } from './markup.ts'
import { shortPath, trafficLink } from './links.ts'
import type { Step } from './sequence.ts'
import { cut, shortIds, times } from './words.ts'

const most = 14
const size = { width: 580, left: 110, right: 500, top: 58, step: 54 }

const headerOf = (headers: readonly (readonly [string, string])[], name: string): string | undefined =>
  headers.find(([given]) => given.toLowerCase() === name)?.[1]

type Words = { ask: string; answer: string; by: string }

const wordsOf = (step: Step): Words => {
  if (step.kind === 'delivery') {
    const { delivery } = step
    return {
      ask: `webhook ${headerOf(delivery.headers, 'x-service-event-type') ?? ''}`,
      answer: delivery.answer,
      by: 'target',
    }
  }
  const { request, response, failure, role } = step.exchange
  return {
    ask: `${request.method} ${shortIds(shortPath(request.url))}`,
    answer: response ? String(response.status) : (failure?.message ?? 'no answer'),
    by: role ?? 'no credential',
  }
}

const line = (y: number, outward: boolean, dashed: boolean): Html => {
  const [from, to] = outward ? [size.left, size.right - 7] : [size.right, size.left + 7]
  const head = outward
    ? `${size.right},${y} ${size.right - 8},${y - 4} ${size.right - 8},${y + 4}`
    : `${size.left},${y} ${size.left + 8},${y - 4} ${size.left + 8},${y + 4}`
  return html`<line x1="${from}" y1="${y}" x2="${to}" y2="${y}" ${dashed && html` stroke-dasharray="5 4"`} /><polygon
      points="${head}"
    />`
}

const middle = (size.left + size.right) / 2

const drawn = (step: Step, index: number): Html => {
  const y = size.top + index * size.step
  const { ask, answer } = wordsOf(step)
  const outward = step.kind === 'exchange'
  return html`<g class="${step.guilty ? 'msg guilty' : 'msg'}">
    ${line(y, outward, false)}<text x="${middle}" y="${y - 6}" text-anchor="middle">${cut(ask, 52)}</text>
    ${line(y + 24, !outward, true)}<text x="${middle}" y="${y + 18}" text-anchor="middle"
      >${step.guilty ? '✕ ' : ''}${cut(answer, 46)}</text
    >
    <text class="id" x="${size.left - 10}" y="${y + 4}" text-anchor="end">${step.id}</text></g
  >`
}

const listed = (step: Step): Html => {
  const { ask, answer, by } = wordsOf(step)
  const who =
    step.kind === 'exchange'
      ? html`<span class="soft">as ${by}</span>`
      : html`<span class="soft">from the target</span>`
  return html`<li${step.guilty && html` class="guilty"`}>${trafficLink(step.id)} <code>${ask}</code> ${who} → <b>${answer}</b>${step.guilty && html` <span class="tag fail"><span aria-hidden="true">✕</span> here</span>`}</li>`
}

export const sequenceDiagram = (given: readonly Step[], name: string): Piece => {
  if (given.length === 0) return html`<p class="soft">The finding names no exchange of this run.</p>`
  const steps = given.slice(-most)
  const left = given.length - steps.length
  const height = size.top + steps.length * size.step
  const lifeline = (x: number, title: string): Html =>
    html`<rect class="actor" x="${x - 62}" y="4" width="124" height="26" rx="4" /><text
        x="${x}"
        y="21"
        text-anchor="middle"
        >${title}</text
      ><line class="life" x1="${x}" y1="30" x2="${x}" y2="${height}" />`
  return html`<figure class="diagram">
    <div class="scroll" tabindex="0" role="region" aria-label="Sequence diagram: ${name}">
      <svg
        viewBox="0 0 ${size.width} ${height}"
        width="${size.width}"
        height="${height}"
        role="img"
        aria-label="${times(steps.length, 'message')} between the suite and the target; the list after this diagram says the same in words"
      >
        ${lifeline(size.left, 'assay')}${lifeline(size.right, 'target')} ${steps.map(drawn)}
      </svg>
    </div>
    <figcaption>${left > 0 ? `${times(left, 'earlier exchange')} left out. ` : ''}Every message, to open:</figcaption>
    <ol class="steps" ${left > 0 && html` start="${left + 1}"`}>
      ${steps.map(listed)}
    </ol>
  </figure>`
}
