// The lists of defects and readings: short as a whole, in full for one area or text.
import t from 'tap'
import { defects } from '../../proof/defects/index.ts'
import { freedoms } from '../../simulator/behaviour/readings/choose.ts'
import { defectLines, readingLines } from '../../simulator/cli/lists.ts'

t.test('every defect has one line where no word is given', async (t) => {
  const lines = defectLines(defects)
  const areas = new Set(defects.map(({ breaks }) => breaks.split('.')[0]))
  t.equal(lines.length, defects.length + areas.size + 2)
  for (const { id } of defects) if (!lines.some((line) => line.startsWith(`  ${id}  `))) t.fail(id)
})

t.test('an area is shown in full, and nothing else', async (t) => {
  const own = defects.filter(({ breaks }) => breaks.startsWith('webhooks.'))
  const lines = defectLines(defects, 'webhooks')
  t.equal(lines.filter((line) => /^\w+: /.test(line)).length, 1)
  t.match(lines[0], `webhooks: ${own.length} defects`)
  for (const { bug, operator } of own) {
    const at = lines.indexOf(`    ${bug}`)
    t.equal(lines[at + 1], `    operator: ${operator}`, bug)
  }
})

t.test('a text finds defects by id, rule and bug', async (t) => {
  const lines = defectLines(defects, 'HOLD-after-delivery')
  t.strictSame(
    lines.filter((line) => /^ {2}\S/.test(line)),
    ['  hold-after-delivery'],
  )
  t.match(lines[0], /: 1 defect, /)
})

t.test('readings likewise', async (t) => {
  t.equal(readingLines(freedoms()).length, freedoms().length + 3)
  const area = readingLines(freedoms(), 'list')
  for (const line of area.filter((one) => /^\S/.test(one))) t.match(line, /^list\./)
  t.ok(area.length > 2)
})

t.test('what finds nothing is a usage error that names the areas', async (t) => {
  const error = { code: 'nothing_found', exitCode: 3, message: /"no-such-thing".*webhooks/ }
  t.throws(() => defectLines(defects, 'no-such-thing'), error)
  t.throws(() => readingLines(freedoms(), 'no-such-thing'), { code: 'nothing_found' })
})
