// The report of a whole clean run stays light: in bytes, and in what a browser has to lay out before anything is opened.
// Silent for up to 300 s.
import { readFileSync } from 'node:fs'
import t from 'tap'
import { recordOf } from '../records.ts'

const most = { bytes: 1_000_000, nodes: 1_500 }

/** A browser that runs scripts makes no element of what stands in a `noscript` or a `script`. */
const nodesOf = (page: string): number =>
  page.replaceAll(/<(noscript|script|style)\b[^>]*>.*?<\/\1>/gs, '<$1>').match(/<[a-z]/g)?.length ?? 0

t.test('the page of a clean run', async (t) => {
  const { code, at } = await recordOf('clean')
  t.equal(code, 0)
  const page = readFileSync(at('report.html'))
  const nodes = nodesOf(page.toString('utf8'))
  t.comment(`${page.length} bytes, ${nodes} nodes`)
  t.ok(page.length < most.bytes, `${page.length} bytes, under ${most.bytes}`)
  t.ok(nodes < most.nodes, `${nodes} nodes, under ${most.nodes}`)
  t.notMatch(
    page.toString('utf8'),
    /<noscript(?:(?!<\/noscript>).)*<noscript/s,
    'none inside another: it would end the outer',
  )
  t.match(page.toString('utf8'), /Conforms: all [\d,]+ rules pass/, 'with every rule in it')
})
