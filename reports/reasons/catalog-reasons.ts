// Why a rule is not tested that needs a product, a fee or an order which the target has not.
import { entry } from './entry.ts'

const offer = 'The catalog of the target must offer it; the preflight lists what it offers.'

export const catalogReasons = {
  'no-product-that': entry<{ asks: readonly string[] }>(
    'unavailable',
    ({ asks }) => `the catalog has no product ${asks.join(' or ')}`,
    offer,
  ),
  'no-product-that-fits': entry('unavailable', 'the catalog has no product that fits', offer),
  'no-product-for': entry<{ values: readonly string[] }>(
    'unavailable',
    ({ values }) => `the catalog offers no product for ${values.join(', ')}`,
    offer,
  ),
  'no-active-product': entry<{ role: string }>(
    'blocked',
    ({ role }) => `the catalog of credentials.${role} offers no active product`,
    offer,
  ),
  'no-orderable-product': entry('blocked', 'the catalog offers no product that can be ordered', offer),
  'catalog-empty': entry(
    'blocked',
    'the catalog is empty',
    'Offer the lender account of `credentials.main` a product.',
  ),
  'no-withdrawn-product-or-adu-add-on': entry(
    'unavailable',
    'the catalog has no withdrawn product, or no add-on that needs an accessory dwelling unit',
    offer,
  ),
  'no-special-product': entry(
    'unavailable',
    'the company has no withdrawn or withheld product, or no add-on that needs an accessory dwelling unit',
    offer,
  ),
  'no-codes': entry(
    'unavailable',
    'the catalog has no entry of this kind with a name of its own',
    'A code is known again by the name of its entry: the catalog must have one with a name that no other has.',
  ),
  'no-product-with-field': entry('unavailable', 'the catalog has no product whose orders have this field', offer),
  'no-withheld-product': entry(
    'unavailable',
    'no product is known that one of two lenders of the company may order and the other may not',
    'Name a lender as `credentials.other_lender` whose products differ from those of `credentials.main`.',
  ),
  'no-catalog-of-company': entry<{ company: string }>(
    'unavailable',
    ({ company }) => `the control port shows no catalog of ${company}`,
    offer,
  ),
  'no-quoted-product': entry('unavailable', 'the company quotes no fee of the products that it offers', offer),
  'no-quoted-fee-of-kind': entry('unavailable', 'the company quotes no fee of this kind', offer),
  'no-violation': entry('unavailable', 'this run can make no invalid order that tests the rule', offer),
  'no-order-with-part': entry('unavailable', 'no order that the target accepted has this part', offer),
  'nothing-to-order-with': entry('unavailable', 'neither the catalog nor the profile has what the order needs', offer),
  'list-empty': entry<{ operation: string }>(
    'unavailable',
    ({ operation }) => `${operation} lists nothing; its pages can only be judged with at least one item`,
    'Use a lender account that has at least one.',
  ),
  'too-many-orders': entry<{ most: number }>(
    'unavailable',
    ({ most }) => `the lender account has more than ${most} orders to read`,
    'Use a lender account with fewer orders.',
  ),
  'one-status-only': entry(
    'unavailable',
    'all orders of this run have the same status',
    'Use a sandbox credential, whose orders assay can advance.',
  ),
} as const
