// Generated from the sandbox table: each move missing, each leading elsewhere, each other move taken.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Order } from '../../../simulator/domain/records.ts'
import type { Defect } from '../defect.ts'
import { rulesOf } from '../rule-rows.ts'
import { besides, codes, isMove, kebab, moves, rows } from './table.ts'

const isFrom =
  (from: string, to: string) =>
  ({ status }: Order, target: string): boolean =>
    status.code === from && target === to

const missing = moves.flatMap(([from, to]) =>
  rulesOf({ action: 'advance', status: from, to, is: 'accepted' }).map((breaks): Defect => ({
    id: `advance-refused-${kebab(from)}-to-${kebab(to)}`,
    breaks,
    bug: `The advance from \`${from}\` to \`${to}\` was left out of the table.`,
    deep: `only in ${from}`,
    apply: op.refuse('lifecycle.mayAdvance', isFrom(from, to)),
  })),
)

/** A delivery that goes astray leaves the order in review; any other move ends one status further. */
const elsewhere = (to: string): string =>
  ({ report_complete: 'awaiting_review', revised_report_complete: 'report_complete', new: 'appraiser_assigned' })[to] ??
  besides(to)

const astray = moves.map(([from, to]): Defect => ({
  id: `advance-astray-${kebab(from)}-to-${kebab(to)}`,
  breaks: 'sandbox.advance-puts-the-order-in-to-status',
  bug: `The advance from \`${from}\` to \`${to}\` ends in \`${elsewhere(to)}\`.`,
  deep: `only in ${from}`,
  apply: op.redirect(from, to, elsewhere(to)),
}))

const refused = (where: { status?: string; to?: string }) => rulesOf({ action: 'advance', ...where, is: 'refused' })

/** Every move besides: `breaks` is the rule that names the target where one does, `also` the others about it. */
const taken = rows.flatMap((from) =>
  codes
    .filter((to) => !isMove(from, to))
    .flatMap((to): Defect[] => {
      const same = from === to ? refused({ to: 'same' }) : []
      const [breaks, ...also] = [...refused({ to }), ...same, ...refused({ status: from })]
      return breaks === undefined
        ? []
        : [
            {
              id: `advance-taken-${kebab(from)}-to-${kebab(to)}`,
              breaks,
              bug: `An order in \`${from}\` can be advanced to \`${to}\`, which its row does not list.`,
              deep: `only in ${from}`,
              also,
              apply: op.accept('lifecycle.mayAdvance', isFrom(from, to)),
            },
          ]
    }),
)

export const advances: readonly Defect[] = [...missing, ...astray, ...taken]
