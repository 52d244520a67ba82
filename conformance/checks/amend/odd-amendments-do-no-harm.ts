// Amendments that name nothing, clear a field, repeat what is there or hold a fault are taken or refused, and never by half.
import { oddTexts } from '../../generate/odd-texts.ts'
import { knowsField } from '../../scenarios/amendments.ts'
import { oddOrder } from '../../scenarios/odd-order.ts'
import { instructions } from '../../steps/amendable-fields.ts'
import {
  askOddly,
  drawn,
  lookForLeft,
  leavesNothing,
  unforeseen,
  unusable,
  type Asked,
  type Oddity,
} from '../../steps/ask-oddly.ts'
import { readOrder } from '../../steps/order-state.ts'
import { fieldAt, succeeded } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

type Fault = [what: string, fault: Record<string, unknown>]

const ofNoType: Fault[] = [
  ['a note', { notes: [{ type: 'painting', text: 'x' }] }],
  ['contacts', { borrowers: [{ contacts: [{ type: 'pigeon', role: 'home', value: 'coo' }] }] }],
]

/** In the place of objects that an amendment cannot change. */
const nulls: Fault[] = [
  ['the property', { property: null }],
  ['the address of the property', { property: { address: null } }],
  ['the product', { order_type: null }],
]

export default check({
  id: 'amend.odd-amendments-do-no-harm',
  verifies: [unforeseen, unusable, leavesNothing],
  needs: ['orders'],
  async run(context) {
    const { marker, recordReading, shared } = context
    const { id, read } = await shared(oddOrder)
    const isNamed = await knowsField(context, instructions)
    const asked: Asked[] = []
    const ask = async (oddity: Omit<Oddity, 'operation'>): Promise<Asked> => {
      const { options, freedom, ...others } = oddity
      const whole: Oddity = {
        ...others,
        operation: 'amendOrder',
        options: { params: { order_id: id }, ...options },
        ...(freedom !== undefined && isNamed && { freedom }),
      }
      const one = { oddity: whole, answer: await askOddly(context, whole) }
      asked.push(one)
      return one
    }
    const beside = (fault: Record<string, unknown>) => {
      const mark = marker()
      return { mark, options: { json: { appraiser_instructions: mark, ...fault } } }
    }
    await ask({
      what: 'no field',
      rule: unforeseen,
      options: { json: {} },
      freedom: 'amend.empty-body',
      taken: 'no-change',
    })
    await ask({
      what: 'a field that cannot change, as it is',
      rule: unforeseen,
      options: { json: { property: { type: fieldAt(read, '/property/type') } } },
      freedom: 'amend.fixed-fields-unchanged',
      taken: 'accepted',
    })
    const mark = marker()
    await ask({
      what: 'the type of a merge patch',
      rule: unforeseen,
      options: {
        body: JSON.stringify({ appraiser_instructions: mark }),
        headers: { 'Content-Type': 'application/merge-patch+json' },
      },
      mark,
      freedom: 'amend.media-type',
      taken: 'merge-patch-too',
    })
    const sound = beside({})
    await ask({
      what: 'U+0000 in a text',
      rule: unforeseen,
      options: { json: { appraiser_instructions: `${sound.mark} ${oddTexts['U+0000']}` } },
      mark: sound.mark,
    })
    await ask({
      what: 'a reference that is a number beside sound instructions',
      rule: unusable,
      ...beside({ lender_reference: 7 }),
    })
    for (const [what, fault] of ofNoType)
      await ask({ what: `${what} of no type beside sound instructions`, rule: unusable, ...beside(fault) })
    for (const [what, fault] of drawn(context, nulls, 1))
      await ask({ what: `null for ${what} beside sound instructions`, rule: unforeseen, ...beside(fault) })
    await ask({
      what: 'a date that is none beside sound instructions',
      rule: unusable,
      ...beside({ due_date: '2026-02-31' }),
    })
    const cleared = await ask({
      what: 'null for an optional field',
      rule: unforeseen,
      options: { json: { lender_reference: null } },
      freedom: 'amend.null-clears',
      taken: () => null,
    })
    const after = await lookForLeft(context, asked, () => readOrder(context, id))
    const was = fieldAt(read, '/lender_reference')
    if (after === null || !succeeded(cleared.answer) || !isNamed || typeof was !== 'string') return
    const is = fieldAt(after, '/lender_reference') ?? null
    if (is === null) recordReading('amend.null-clears', 'clears', cleared.answer, after)
    else if (is === was) recordReading('amend.null-clears', 'ignored', cleared.answer, after)
  },
})
