// A token that is a word of the record spoils none of it.
import t from 'tap'
import type { Unstamped } from '../../reports/run-record.ts'
import { createSecrets } from '../sut/secrets.ts'
import { maskEvent } from './mask-event.ts'

t.test('names and ids stay, and what quotes others is masked', async (t) => {
  const secrets = createSecrets()
  for (const word of ['requests', 'verdict', 'account', 'rule-judged', 'received']) secrets.add('access token', word)
  const mask = { text: (text: string) => secrets.maskOwn(text), value: (value: unknown) => secrets.maskOwn(value) }
  const judged = {
    type: 'rule-judged',
    rule: 'account.verdict-is-shown',
    verdict: 'fail',
    checks: ['account.requests'],
    requests: ['x1'],
    reason: 'answered account 5',
  } as unknown as Unstamped
  t.strictSame(maskEvent(judged, mask), { ...judged, reason: 'answered ••• 5' })
  const cause = {
    type: 'cause',
    plan: { rule: 'a.b', received: { requests: ['account'] }, run: { plan: { steps: [{ do: 'account' }] } } },
  } as unknown as Unstamped
  t.strictSame(maskEvent(cause, mask), {
    type: 'cause',
    plan: { rule: 'a.b', received: { '•••': ['•••'] }, run: { plan: { steps: [{ do: 'account' }] } } },
  })
})
