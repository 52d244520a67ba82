// The passages that a rule rests on: their addresses, and their words where the run was given the contract.
import { passagesOf } from '../rule-basis.ts'
import type { RuleJudged } from '../run-record.ts'
import { html, type Html } from './markup.ts'
import { prose } from './words.ts'

export const restsOn = (rule: RuleJudged): Html =>
  html`<ul class="plain">
    ${passagesOf(rule).map(
      ({ at, words }) =>
        html`<li>${prose(at)}${words !== undefined && html`<blockquote>${prose(words)}</blockquote>`}</li>`,
    )}
  </ul>`
