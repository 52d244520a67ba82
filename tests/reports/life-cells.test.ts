// The table of forbidden actions counts what the coverage of a run counts: no cell more, no cell less.
import t from 'tap'
import { lifecycle } from '../../conformance/contract/contract.ts'
import { buildGraph } from '../../conformance/model/graph.ts'
import { createMachine } from '../../conformance/model/machine.ts'
import { htmlReport } from '../../reports/html/page.ts'
import type { Unstamped } from '../../reports/run-record.ts'
import { finished, rule, runOf, started } from './hostile-run.ts'
import { wholePage } from '../whole-page.ts'

const { cells } = buildGraph(createMachine(lifecycle()))
const none = { reached: 0, of: 0, seen: {}, missing: [] }

const pageWith = (tried: readonly string[]): string => {
  const coverage: Unstamped = {
    type: 'coverage',
    coverage: {
      operations: { ...none, statuses: {} },
      answers: none,
      statuses: none,
      transitions: none,
      pairs: none,
      illegal_cells: {
        reached: tried.length,
        of: cells.length,
        seen: Object.fromEntries(tried.map((cell) => [cell, 1])),
        missing: cells.filter((cell) => !tried.includes(cell)),
      },
      events_in_feed: none,
      events_delivered: none,
      specimens: none,
      error_codes: none,
    },
  }
  return wholePage(htmlReport(runOf(started(), coverage, rule('list.a', 'pass'), finished(0))))
}

const count = (page: string, kind: string): number => page.split(`<td class="refuses ${kind}`).length - 1

t.test('where every forbidden action was tried, no cell shows 0', async (t) => {
  const page = pageWith(cells)
  t.match(page, `${cells.length} of ${cells.length} forbidden actions`)
  t.equal(count(page, ''), cells.length)
  t.equal(count(page, 'h0'), 0)
})

t.test('a forbidden action that was not tried shows 0', async (t) => {
  const page = pageWith(cells.slice(3))
  t.equal(count(page, ''), cells.length)
  t.equal(count(page, 'h0'), 3)
})
