// Ping, the account and the product catalog (Endpoints / GET /ping, GET /account, GET /order-types).
import t from 'tap'
import { refused } from './refusal.ts'
import { start } from './support.ts'
import type { List, Product } from './wire-types.ts'

const api = await start(t)
const catalog = (query: Record<string, string | number> = {}, role: Parameters<typeof api.ok>[0] = 'main') =>
  api.ok<List<Product>>(role, 'GET', '/order-types', { query: { per_page: 100, ...query } })
const codes = ({ data }: List<Product>) => data.map(({ code }) => code)

t.test('a ping needs no credential, shows the time and nothing of an account', async (t) => {
  for (const who of [null, 'main', { token: 'garbage' }] as const) {
    const { status, body } = await api.call<Record<string, string>>(who, 'GET', '/ping')
    t.equal(status, 200)
    t.same(body, { status: 'ok', time: new Date(api.now()).toISOString() })
  }
  t.equal((await api.call(null, 'GET', '/ping', { base: api.simulator.productionUrl })).status, 200)
})

t.test('an account says who the credential is, in the environment it is for', async (t) => {
  const bluestem = { id: 'len_bluestem', name: 'Bluestem Home Loans' }
  const cedar = { id: 'cmp_cedarridge', name: 'Cedar Ridge Appraisal Management' }
  const shared = { scopes: ['lender'], rate_limit: { requests_per_minute: 600 } }
  const of = (role: Parameters<typeof api.ok>[0]) => api.ok(role, 'GET', '/account')
  t.strictSame(await of('main'), {
    client_id: 'cli_bluestem_sandbox',
    environment: 'sandbox',
    lender: bluestem,
    company: cedar,
    ...shared,
  })
  t.strictSame(await of('main_second'), {
    client_id: 'cli_bluestem_sandbox_2',
    environment: 'sandbox',
    lender: bluestem,
    company: cedar,
    ...shared,
  })
  t.strictSame(await of('production'), {
    client_id: 'cli_bluestem_production',
    environment: 'production',
    lender: bluestem,
    company: cedar,
    ...shared,
  })
  t.match(await of('other_company'), { lender: { id: 'len_marram' }, company: { id: 'cmp_harbor' } })
  t.match(await of('card_billed'), { lender: { id: 'len_wren' } })
})

t.test('the catalog stands in code order, withdrawn products in it and withheld ones not', async (t) => {
  const list = await catalog()
  t.same(codes(list), codes(list).toSorted(), 'by code, character by character')
  t.same(
    codes(list).join(' '),
    '1004 1004-FHA 1004-FHA-OPT 1004-USDA 1073 2055 COMPLEX LAND REFI-DESK URAR-36 URAR-36-TRIAL',
    'without PRIVATE-BANK, which this lender may not order',
  )
  t.ok(codes(await catalog({}, 'other_lender')).includes('PRIVATE-BANK'), 'another lender may')
  t.same(
    list.data.filter(({ active }) => !active).map(({ code }) => code),
    ['2055', 'URAR-36-TRIAL'],
  )
  t.same(codes(await catalog({}, 'other_company')), ['12', '7'], 'another company has its own')
})

t.test('a product has its nine fields and its tiers', async (t) => {
  const { data } = await catalog({ has_adu: 'true' })
  for (const product of data)
    t.same(Object.keys(product), [
      'code',
      'name',
      'report_format',
      'appraiser_certification',
      'active',
      'loan_types',
      'add_ons',
      'loan_purposes',
      'property_types',
    ])
  t.strictSame(
    data.find(({ code }) => code === 'URAR-36'),
    {
      code: 'URAR-36',
      name: 'Uniform residential appraisal report (UAD 3.6)',
      report_format: 'uad_3_6',
      appraiser_certification: 'none',
      active: true,
      loan_types: [
        { code: 'CONV', name: 'Conventional' },
        { code: 'FHA', name: 'FHA' },
        { code: 'JUMBO', name: 'Jumbo' },
      ],
      add_ons: [
        { code: 'ADU', name: 'Accessory dwelling unit analysis' },
        { code: 'RENT', name: 'Comparable rent schedule' },
      ],
      loan_purposes: [],
      property_types: [],
    },
    'and no fee, nor anything else the contract does not show',
  )
  t.match(
    data.find(({ code }) => code === 'REFI-DESK'),
    { loan_purposes: ['refinance', 'mortgage_modification'] },
  )
})

t.test('add-ons that need an accessory dwelling unit are listed when asked for', async (t) => {
  const addOns = async (query: Record<string, string>) =>
    (await catalog(query)).data.find(({ code }) => code === '1004')!.add_ons.map(({ code }) => code)
  t.same(await addOns({}), ['RENT', 'INCOME', 'SURVEY'])
  t.same(await addOns({ has_adu: 'false' }), ['RENT', 'INCOME', 'SURVEY'])
  t.same(await addOns({ has_adu: '' }), ['RENT', 'INCOME', 'SURVEY'], 'an empty value is not sent')
  t.same(await addOns({ has_adu: 'true' }), ['RENT', 'INCOME', 'ADU', 'SURVEY'])
})

t.test('report_format filters products', async (t) => {
  const three = codes(await catalog({ report_format: 'uad_3_6' }))
  t.same(three, ['URAR-36', 'URAR-36-TRIAL'])
  const two = codes(await catalog({ report_format: 'uad_2_6' }))
  t.same([...two, ...three].toSorted(), codes(await catalog()))
})

t.test('the catalog is paged like any list', async (t) => {
  const all = codes(await catalog())
  const first = await api.ok<List<Product>>('main', 'GET', '/order-types')
  t.match(first, { page: 1, per_page: 25, total: all.length, total_pages: 1 })
  const walked: string[] = []
  for (const page of [1, 2, 3, 4]) {
    const list = await catalog({ page, per_page: 3 })
    t.match(list, { page, per_page: 3, total: 11, total_pages: 4 })
    walked.push(...codes(list))
  }
  t.same(walked, all)
  t.strictSame(await catalog({ page: 5, per_page: 3 }), { data: [], page: 5, per_page: 3, total: 11, total_pages: 4 })
  t.match(await catalog({ report_format: 'uad_3_6', per_page: 1 }), { total: 2, total_pages: 2 })
})

t.test('what cannot be used in the query is 400, as the catalog has no 422', async (t) => {
  const bad: [string, string][] = [
    ['page', '0'],
    ['page', '-1'],
    ['page', 'one'],
    ['page', '1.5'],
    ['page', '1e1'],
    ['page', '99999999999999999999'],
    ['per_page', '0'],
    ['per_page', '101'],
    ['per_page', 'all'],
    ['has_adu', 'yes'],
    ['has_adu', 'TRUE'],
    ['has_adu', '1'],
    ['report_format', 'uad_9_9'],
    ['report_format', 'UAD_2_6'],
  ]
  for (const [name, value] of bad) {
    const answer = await api.call('main', 'GET', '/order-types', { query: { [name]: value } })
    refused(t, answer, { status: 400, code: 'invalid_request', fields: [name] }, `${name}=${value}`)
    t.equal(answer.body.details![0]!.value, value, 'with the value that was sent')
  }
  t.equal((await api.call('main', 'GET', '/order-types', { query: { per_page: 100, page: 1, else: 'x' } })).status, 200)
  const twice = await catalog({ per_page: '0' as never }, 'main').catch(() => 'refused')
  t.equal(twice, 'refused')
  t.match(
    await api.ok('main', 'GET', '/order-types', { query: { per_page: ['0', '2'] } }),
    { per_page: 2 },
    'of a parameter sent twice the last value counts',
  )
})

t.test('a card-billed account may read the account and the catalog', async (t) => {
  for (const path of ['/account', '/order-types', '/orders', '/events'])
    t.equal((await api.call('card_billed', 'GET', path)).status, 200, path)
})
