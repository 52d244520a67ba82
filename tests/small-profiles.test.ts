// A conforming server is judged with exit code 0 however little it has to show: what cannot be judged is not tested, and the
// reason names what to add. Every check under every small profile: tests/slow.
import t from 'tap'
import {
  alone,
  emptyCatalog,
  expectConforming,
  judgeSmall,
  lenderOf,
  verdictsIn,
  type Small,
} from './small-profiles.ts'

const cheap = new Set(['account', 'auth', 'catalog', 'transport', 'versioning'])
// It waits for what several others share.
const waits = 'transport.every-operation-is-served'
const isCheap: Small['checks'] = ({ id }) => cheap.has(id.split('.')[0]!) && id !== waits

t.test('one sandbox credential, and no control port', async (t) => {
  const judged = await judgeSmall({ profile: alone(), withoutControl: true, checks: isCheap })
  expectConforming(t, judged)
  const isolated = verdictsIn(judged).get('auth.lender-scope-opens-nothing-outside-the-account')
  t.match(isolated, {
    verdict: 'not-tested',
    reason_code: 'no-credential',
    reason_parameters: { role: /^other_(lender|company)$/ },
  })
  t.match(verdictsIn(judged).get('auth.credential-alone-decides-where-an-order-belongs'), { verdict: 'pass' })
})

t.test('one sandbox credential, and an empty catalog', async (t) => {
  const judged = await judgeSmall({ profile: alone(), withoutControl: true, world: emptyCatalog })
  expectConforming(t, judged)
  const codes = {
    'catalog.with-adu-keeps-the-other-add-ons': 'catalog-empty',
    'feed.specimen-is-not-in-the-feed': 'no-active-product',
  }
  for (const [rule, code] of Object.entries(codes))
    t.match(verdictsIn(judged).get(rule), { verdict: 'not-tested', reason_code: code, remedy: /catalog|product/ }, rule)
  t.match(judged.findings, [...judged.findings.slice(0, -2), { code: 'nothing_orderable' }, {}])
})

t.test('one credential of an account that pays per order by card', async (t) => {
  const judged = await judgeSmall({
    profile: alone(),
    withoutControl: true,
    world: (world) => void (lenderOf(world).billing = 'card'),
  })
  expectConforming(t, judged)
  t.match(verdictsIn(judged).get('transport.serves-post-orders'), {
    verdict: 'not-tested',
    reason_code: 'account-not-billable',
    remedy: /credentials\.main/,
  })
  const warned = judged.findings.filter(({ code }) => code === 'account_not_billable')
  t.match(warned, [{ subject: 'credentials.main', verdict: 'warning' }])
})

t.test('one production credential', async (t) => {
  const judged = await judgeSmall({ profile: alone('production'), withoutControl: true })
  expectConforming(t, judged)
  // No order is needed to see how lists are paged.
  t.match(verdictsIn(judged).get('list.past-the-end-is-not-404'), { verdict: 'pass' })
  t.match(verdictsIn(judged).get('create.answers-201'), { verdict: 'not-tested', reason_code: 'orders-not-allowed' })
  t.notOk(judged.events.some((event) => event.type === 'exchange' && event.exchange.operation === 'createOrder'))
})

t.test('one production credential, where orders may be placed', async (t) => {
  const judged = await judgeSmall({
    profile: alone('production'),
    withoutControl: true,
    allowOrders: true,
    checks: isCheap,
  })
  expectConforming(t, judged)
  t.match(verdictsIn(judged).get('transport.serves-post-orders'), { verdict: 'pass' })
})
