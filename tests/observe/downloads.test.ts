// What signed links to documents show.
import t from 'tap'
import { type Given, refusal, shown } from './bare-traffic.ts'

t.test('signed links', async (t) => {
  const detail = (expires: number, at: number, origin = 'https://api.example.test'): Given => ({
    operation: 'getDocument',
    method: 'GET',
    at,
    body: { download: { url: `${origin}/sandbox/v1/download/doc_1?expires=${expires}&signature=a` } },
  })
  const links = 'downloads.link-per-read'
  t.same(shown(links, detail(1000, 0), detail(1002, 2000)), ['new-link'])
  t.same(shown(links, detail(1000, 0), detail(1000, 2000)), ['same-link'])
  t.same(shown(links, detail(1000, 0), detail(1000, 500), detail(1290, 3000)), [], 'too soon, or near its end')
  t.same(shown('downloads.link-origin', detail(1000, 0, 'https://files.example.test')), ['as-configured'])
  t.same(shown('downloads.link-origin', detail(1000, 0)), [])

  const fetched = (status: number, code: string): Given => ({
    operation: 'downloadDocument',
    role: null,
    status,
    body: { ...refusal(), code },
  })
  const codes = 'downloads.refusal-code'
  t.same(shown(codes, fetched(404, 'link_expired')), ['own-code'])
  t.same(shown(codes, fetched(403, 'action_not_permitted_for_client')), ['listed-code'])
  t.same(shown(codes, fetched(404, 'not_found'), fetched(403, 'link_expired')), ['not-found'])
  t.same(shown(codes, fetched(404, 'not_found'), fetched(410, 'link_expired')), [], 'which of two is not shown')
  t.same(shown(codes, fetched(403, 'link_expired')), [], 'nor here')
  const file = (unit: string): Given => ({
    operation: 'downloadDocument',
    role: null,
    headers: [['Accept-Ranges', unit]],
  })
  t.same(shown('downloads.ranges', file('bytes')), ['partial'])
  t.same(shown('downloads.ranges', file('none')), ['whole-file'])
  t.same(shown('downloads.ranges', { operation: 'downloadDocument', role: null }), [])
})
