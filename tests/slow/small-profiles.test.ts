// Every check against conforming servers that lack something: each role in turn, products, companies' services, a receiver that
// can be reached.
// Silent for up to 300 s.
import t from 'tap'
import { roles as everyRole } from '../../fixtures/roles.ts'
import { sampled } from '../sampled.ts'
import type { JudgedRun } from '../judge-target.ts'
import {
  alone,
  companyOf,
  emptyCatalog,
  expectConforming,
  judgeSmall,
  lenderOf,
  usersOf,
  without,
  type Role,
  type Small,
} from '../small-profiles.ts'

const roles = (Object.keys(everyRole) as Role[]).filter((role) => role !== 'main')

/** Without add-ons, fees, conditions, or anything else that a product may have. */
const plain = (code: string, active: boolean) => ({
  code,
  name: 'A product',
  report_format: 'uad_2_6' as const,
  appraiser_certification: 'none' as const,
  active,
  fee: null,
  loan_types: [],
  add_ons: [],
  loan_purposes: [],
  property_types: [],
  withheld_from: [],
})

const services = {
  shares_appraiser: false,
  invoices_through_platform: false,
  issues_compliance_certificate: false,
  issues_borrower_certificate: false,
  collateral_portal: false,
  provides_review_report: false,
}

const small: Record<string, Small> = {
  'main alone': { profile: alone() },
  'an empty catalog': { world: emptyCatalog },
  'a catalog of which nothing can be ordered': {
    world: (world) => void (companyOf(world).catalog = [plain('ONE', false), plain('TWO', false)]),
  },
  'a company with one plain product and no further services': {
    world: (world) => void Object.assign(companyOf(world), services, { catalog: [plain('ONE', true)] }),
  },
  'one product that can be ordered and one that cannot': {
    world: (world) => void (companyOf(world).catalog = [plain('ONE', true), plain('TWO', false)]),
  },
  'a company that reviews every order first': {
    world: (world) =>
      void (companyOf(world).review_first.order_types = companyOf(world).catalog.map(({ code }) => code)),
  },
  'a lender that may do nothing but order': {
    world: (world) =>
      void Object.assign(lenderOf(world), { may_cancel: false, may_amend: false, may_message_appraiser: false }),
  },
  'a lender at another company, alone': { profile: alone('other_company') },
  'a receiver that cannot be reached': {
    profile: (profile) => ({ ...profile, webhook: { public_url: 'https://127.0.0.1:9' } }),
  },
}

t.jobs = 2

for (const [name, given] of sampled(Object.entries(small), 2))
  t.test(name, { buffered: true }, async (t) => expectConforming(t, await judgeSmall(given)))

t.test('each role in turn is missing', { buffered: true }, async (t) => {
  const whole: JudgedRun = await judgeSmall({})
  expectConforming(t, whole)
  for (const role of sampled(roles, 2))
    await t.test(role, async (t) => {
      const users = usersOf(role, whole)
      // What does not know the role runs as it did with it.
      const knows: Small['checks'] = ({ id, needs, needsFor = {} }) =>
        users.has(id) || [needs, ...Object.values(needsFor)].some((all) => all.includes(`role:${role}`))
      const judged = await judgeSmall({ profile: without(role), checks: knows })
      expectConforming(t, judged)
      t.ok(judged.events.some((event) => event.type === 'check-finished'))
    })
})
