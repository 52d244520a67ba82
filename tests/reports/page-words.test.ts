// The pages use the words of the glossary: what assay itself writes on them, around what a run says.
import t from 'tap'
import { htmlReport } from '../../reports/html/page.ts'
import { matrixPage } from '../../proof/report/matrix-page.ts'
import { exchange, finished, rule, runOf, started } from './hostile-run.ts'
import { someMatrix } from './some-matrix.ts'
import { wholePage } from '../whole-page.ts'

const words =
  /\b(?:told|tells?|spoken|mends?|mended|came up|rehearsals?|anew|by itself|by themselves|hangs on|whoever|so many|for good|bears?|broken|holds?|judged?|second tr(?:y|ies)|caught|answers for)\b/gi

/** What a reader sees: no markup, no style, no program. */
const shown = (page: string): string =>
  page
    .replaceAll(/<(script|style)\b[^>]*>.*?<\/\1>/gs, ' ')
    .replaceAll(/<code\b[^>]*>.*?<\/code\s*>/gs, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

const pages: [name: string, page: string][] = [
  [
    'clean',
    wholePage(htmlReport(runOf(started({ embedded: true }), exchange('x1'), rule('list.a', 'pass'), finished(0)))),
  ],
  [
    'violated',
    wholePage(
      htmlReport(
        runOf(started(), exchange('x1'), rule('list.a', 'fail'), rule('list.b', 'not-tested', 'no-control-url')),
      ),
    ),
  ],
  ['not started', htmlReport(runOf(started(), finished(2, 'preflight-failed')))],
  ['nothing', htmlReport(runOf(started(), finished(2, 'crashed')))],
  ['matrix', matrixPage({ ...someMatrix, defects: [] })],
]

for (const [name, page] of pages)
  t.test(name, async (t) => {
    const text = shown(page)
    t.ok(text.length > 500, `${text.length} characters`)
    t.strictSame(text.match(words) ?? [], [])
  })
