// A finding about a whole object: every report names the first place that differs, and how many more there are.
import t from 'tap'
import { htmlReport } from '../../reports/html/page.ts'
import { annotations } from '../../reports/reporters/annotations.ts'
import { junitXml } from '../../reports/reporters/junit.ts'
import { markdownSummary } from '../../reports/reporters/markdown.ts'
import { violationLines } from '../../reports/reporters/cause-lines.ts'
import type { Finding } from '../../reports/run-record.ts'
import { exchange, finding, finished, rule, runOf, started } from './hostile-run.ts'

const sent = JSON.stringify({ id: 'ord_1', status: { code: 'on_hold', label: 'Held', since: 'x', by: 'y' } })
const response = { status: 200, headers: [], body: { text: sent, bytes: sent.length, sha256: '0', cut: false } }
const whole: Partial<Finding> = {
  pointer: '/status',
  expected: { code: 'on_hold', label: 'On hold', since: 'a', by: 'b' },
  received: { code: 'on_hold', label: 'Held', since: 'x', by: 'y' },
}
const run = runOf(
  started(),
  exchange('x1', { response }),
  rule('list.b', 'fail'),
  { ...finding, ...whole } as typeof finding,
  finished(1),
)

t.test('the terminal', async (t) => {
  const text = violationLines(run, '', (_code, words) => words).join('\n')
  t.match(text, 'status.label: expected On hold, received Held')
  t.match(text, /expected {2}On hold\n {4}received {2}Held {2}at \/status\/label\n/)
  t.match(text, 'differs   /status/since: expected a, received x\n              /status/by: expected b, received y')
  t.match(text, 'body      "label": "Held"  ← here')
})

t.test('Markdown, JUnit and annotations', async (t) => {
  const markdown = markdownSummary(run)
  t.match(markdown, '| expected | `On hold` |')
  t.match(markdown, '| at | `/status/label` |')
  t.match(markdown, '| differs | `/status/since: expected a, received x` |')
  t.match(junitXml(run), 'Received: Held at /status/label\nDiffers: /status/since')
  t.match(annotations(run), 'Expected On hold, received Held at /status/label.')
})

t.test('the page marks it in the body, and compares the whole', async (t) => {
  const page = htmlReport(run)
  const [, body] = /<h5>Response<\/h5>.*?<pre[^>]*aria-label="Body">(.*?)<\/pre>/s.exec(page) ?? []
  t.match(body, /<mark class="got">\s*(?:"|&quot;)label/)
  t.match(page, /at\s+<code>\/status\/label<\/code>, and at 2 more places/)
  t.match(page, /<mark class="want">[^<]*On hold/)
})
