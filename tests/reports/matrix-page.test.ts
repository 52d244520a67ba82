// The page of the kill matrix: one count of defects, its terms explained, what survives named first, nothing becomes markup.
import t from 'tap'
import { matrixPage } from '../../proof/report/matrix-page.ts'
import { someMatrix } from './some-matrix.ts'

t.test('what it says first, and of what', async (t) => {
  const page = matrixPage(someMatrix)
  t.match(page, /<h1[^>]*>[^]*2 of 3 defects killed[^]*<\/h1>/)
  t.notMatch(page, '4,711', 'another count of all defects would be of another time')
  t.match(page, /<dt>Deep<\/dt>\s*<dd>[^<]*later state/)
  const open = page.slice(page.indexOf('id="open"'), page.indexOf('id="defects"'))
  t.match(open, 'href="#three"')
  t.notMatch(open, 'href="#one"')
  for (const id of ['one', 'two', 'three']) t.match(page, ` id="${id}"`)
  t.match(page, 'no check reaches it')
})

t.test('it leads to the report only where there is one', async (t) => {
  t.notMatch(matrixPage(someMatrix), 'report.html')
  t.match(matrixPage(someMatrix, { report: true }), 'href="report.html"')
})

t.test('nothing of a defect or another tool becomes markup', async (t) => {
  const page = matrixPage(someMatrix)
  t.equal(page.match(/<script/g)?.length, 1)
  t.match(page, '&lt;script&gt;')
  t.match(page, `content="default-src 'none';`)
})
