// What is not tested says how to get it tested, in words that point at the right key or flag.
import t from 'tap'
import { remedyFor } from './remedies.ts'

const remedies: [reason: string, remedy: string][] = [
  ['the profile names no credential main_second (a second client)', 'credentials.main_second'],
  ['the profile names neither other_lender nor main_second, and no control port', 'credentials.other_lender'],
  ['the profile names neither other_lender nor main_second, and no control port', 'credentials.main_second'],
  ['the profile names no control_url', 'control_url'],
  ['only the company can do it, and the profile names no control_url', 'control_url'],
  ['the profile names no production_base_url', 'production_base_url'],
  ['the profile has no sandbox_base_url; give it.', 'sandbox_base_url'],
  ['there is no control port', 'control_url'],
  ['the profile names no second client, whose rate must stay whole', 'credentials.main_second'],
  ['the profile gives no tokens.expired', 'tokens.expired'],
  ['the profile names no postal code that cannot be resolved', 'postal_codes.unresolvable'],
  ['the profile names no resolvable postal code whose place the suite knows', 'postal_codes.resolvable'],
  ['the main credential is for production, where orders need --allow-orders', '--allow-orders'],
  ['the main credential is not for the sandbox', 'sandbox_base_url'],
  ['the run was interrupted before it', 'Run again'],
  ['no requests were to spare for it', '--budget'],
  ['outside the selected checks', '--only'],
  ['the check did not come to it, because list.paging is broken', '#rule-list.paging'],
  ['the check compared nothing after its last answer', 'report it'],
  ['assay failed before it', 'report it'],
  ['nothing that came up in this run could show it', 'without <code>--budget'],
  ['not exercised by this run', '--seed'],
  ['not reached: an earlier step failed', 'fix the failing rules first'],
  ['outside the selected checks', '--only'],
  ['the check stopped early, because list.paging fails', '#rule-list.paging'],
  ['no order of the tour came so far', '--seed'],
  ['the catalog offers no active product', 'catalog'],
]

t.test('the remedy of each reason', async (t) => {
  for (const [reason, remedy] of remedies) t.match(remedyFor(reason)?.markup, remedy, reason)
})

t.test('where no setting changes anything, none is named', async (t) => {
  t.equal(remedyFor('the target takes every request forward by itself'), null)
  t.equal(remedyFor(''), null)
})
