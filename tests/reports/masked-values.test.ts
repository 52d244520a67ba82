// What is masked reads as masked: in addresses, and in the scripts that people run.
import { recordedExchange } from '../../reports/recorded-exchange.support.ts'
import t from 'tap'
import { createSecrets } from '../../conformance/sut/secrets.ts'
import { shortPath } from '../../reports/html/links.ts'
import { curlScript } from '../../reports/curl-script.ts'
import { pathOf } from '../../reports/path-of.ts'
import type { Finding, RecordedExchange } from '../../reports/run-record.ts'

const link = 'https://x.example.com/v1/downloads/doc_1?expires=1795000000&signature=aGVsbG8gd29ybGQgYW5k'
const { mask } = createSecrets()

t.test('a masked link is read as it is written', (t) => {
  t.equal(pathOf(mask(link)), '/v1/downloads/doc_1?expires=1795000000&signature=•••')
  t.equal(shortPath(mask(link)), '/downloads/doc_1?expires=1795000000&signature=•••')
  t.equal(pathOf('https://x.example.com/v1/a%20b?q=%C3%A9'), '/v1/a%20b?q=%C3%A9', 'nothing else is decoded')
  t.equal(pathOf('no address'), 'no address')
  t.end()
})

t.test('a curl script says that a value of it is masked', (t) => {
  const exchange = (id: string, url: string): RecordedExchange =>
    recordedExchange({ id, operation: 'downloadDocument', role: null, url, status: null })
  const finding: Finding = { rule: 'r', check: 'c', expected: 1, received: 2, pointer: null, requests: ['x1', 'x2'] }
  const script = curlScript(finding, {
    exchanges: [exchange('x1', mask(link)), exchange('x2', 'https://x.example.com/v1/ping')],
  })
  t.notMatch(script, '•••"')
  t.match(script, 'signature=\'"$ASSAY_MASKED"', 'where no read gives a fresh link, it is asked for')
  t.match(script, 'stop 3 "missing_variable: ASSAY_MASKED must be set')
  t.end()
})
