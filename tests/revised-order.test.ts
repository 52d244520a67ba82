// What checks read of an order whose report was revised: its thread with one credential, and its files where the feed tells nothing of them.
import t from 'tap'
import { alone, companyOf, judgeSmall, verdictsIn, type Small } from './small-profiles.ts'

const verdictOf = async (check: string, rule: string, small: Small): Promise<string | undefined> => {
  const judged = await judgeSmall({ ...small, checks: ({ id }) => id === check })
  return verdictsIn(judged).get(rule)?.verdict
}

t.test('one credential sees a reply without its words in the thread of the order', async (t) => {
  const small: Small = { profile: alone(), withoutControl: true, defect: 'reply-in-the-thread-without-its-body' }
  t.equal(await verdictOf('idempotency.reads-change-nothing', 'messages.read-has-body', small), 'fail')
})

const revised = 'documents.revised-report-data-is-whole'
const rules = { xml: 'documents.report-data-2-6-embeds-the-pdf', zip: 'documents.report-data-3-6-is-a-zip-package' }

t.test('the data of a revised report is judged where the feed cannot be read, or lists no file of it', async (t) => {
  for (const defect of ['feed-without-data', 'completed-documents-by-id', 'completed-not-raised-again'])
    t.equal(await verdictOf(revised, rules.xml, { defect }), 'pass', defect)
})

t.test('the format of the data is that of the order, whatever the event says', async (t) => {
  const world: Small['world'] = (demo) => {
    const company = companyOf(demo)
    company.catalog = company.catalog.filter(({ report_format }) => report_format === 'uad_3_6')
  }
  const judged = await judgeSmall({
    world,
    defect: 'revised-report-announced-as-2-6',
    checks: ({ id }) => id === revised,
  })
  const verdicts = verdictsIn(judged)
  t.match(
    [rules.xml, rules.zip].map((rule) => verdicts.get(rule)?.verdict),
    ['not-tested', 'pass'],
  )
})
