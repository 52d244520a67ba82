// The last screen of the terminal: the answer first, what to add to the profile, where the files are.
import t from 'tap'
import { remedyText } from '../../reports/reporters/remedy-text.ts'
import { terminalReporter } from '../../reports/reporters/terminal.ts'
import { finished, rule, stamped, started } from './hostile-run.ts'

t.test('a remedy is plain text', async (t) => {
  t.equal(
    remedyText('the profile names no credential no_cancel'),
    'Add credentials.no_cancel (client_id, client_secret) to the target profile.',
  )
  t.equal(remedyText('a reason that nobody has heard of'), null)
})

const screenOf = (...events: Parameters<typeof stamped>[0]): string => {
  let text = ''
  const files: [string, string][] = [['Report', 'reports/out/report.html']]
  const reporter = terminalReporter({ write: (part) => void (text += part), colour: false, files })
  for (const event of stamped(events)) reporter.event(event)
  return text
}

t.test(
  'the last screen answers first, then says what was not tested and what to add, then where the files are',
  async (t) => {
    const reason = 'the profile names no credential no_cancel'
    const screen = screenOf(started(), rule('a.b', 'pass'), rule('a.c', 'not-tested', reason), finished(0))
    const places = [
      'No rule violated: 1 of 2 rules pass, 1 not tested',
      reason,
      'Add credentials.no_cancel',
      'reports/out/report.html',
      'Rules: 1 passed',
    ]
    const found = places.map((text) => screen.indexOf(text))
    t.notOk(found.includes(-1), screen)
    t.same(
      found,
      found.toSorted((one, other) => one - other),
      'in this order',
    )
  },
)

t.test('a run of all rules that pass conforms; one of a selection speaks of the selection', async (t) => {
  t.match(screenOf(started(), rule('a.b', 'pass'), finished(0)), 'Conforms: 1 of 1 rule pass')
  const selected = screenOf(
    started(),
    { type: 'checks-planned', checks: ['list.a-check'], rules: 3 },
    rule('a.b', 'pass'),
    rule('a.c', 'pass'),
    rule('z.d', 'not-tested', 'outside the selected checks'),
    finished(0),
  )
  t.match(selected, 'list.a-check: 2 of 2 rules pass')
  t.notMatch(selected, 'Not tested\n')
})
