// What was done on the company's side, each with the event that must follow it.
import { Inconclusive } from '../evidence/inconclusive.ts'
import type { Wanted } from '../steps/events-of.ts'

export type CompanyAction = {
  /** What was done, and why it could not be. */
  name: string
  stopped: Inconclusive | null
  orderId: string
  /** The event that must follow, and what it must say by dotted field. */
  wanted: Wanted
  says: Record<string, unknown>
}

export type Field = Record<string, unknown>

export const inside = (value: unknown, field: string): unknown => (value as Field | null | undefined)?.[field]

type Asked = Wanted & { says?: CompanyAction['says'] }

/** An event that says one of the two rightly is the one; the other it must say rightly too. */
export const changed = (type: string, field: string, to: unknown, from: unknown): Asked => ({
  type,
  fits: (data) => data[field] === to || data[`previous_${field}`] === from,
  says: { [field]: to, [`previous_${field}`]: from },
})

/** Does something and takes note of it; `act` gives the order it was about when that is another than the usual one. */
export const recorder =
  (companyActions: CompanyAction[], usual: string) =>
  async (
    name: string,
    { says = {}, ...wanted }: Asked,
    act: () => Promise<unknown>,
    orderId: string = usual,
  ): Promise<void> => {
    const companyAction: CompanyAction = { name, stopped: null, orderId, wanted, says }
    companyActions.push(companyAction)
    try {
      const about = await act()
      if (typeof about === 'string') companyAction.orderId = about
    } catch (error) {
      if (!(error instanceof Inconclusive)) throw error
      companyAction.stopped = error
    }
  }
