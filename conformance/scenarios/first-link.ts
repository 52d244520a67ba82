// The first link to a document that nothing has read yet: a later read may give the time that is left of an earlier link.
import type { Scenario } from '../kit/context.ts'
import type { Answered } from '../evidence/exchange.ts'
import { linkOf, readDocument } from '../steps/documents.ts'
import { requireSuccess, textAt } from '../steps/read.ts'
import { correspondence } from './correspondence.ts'

/** When the document was read, in seconds since 1970 of the target's clock. */
type FirstLink = { before: number; detail: Answered; after: number; link: URL }

export const firstLink: Scenario<FirstLink> = {
  id: 'first-link',
  async run(context) {
    const { twins } = await context.shared(correspondence)
    const id = textAt(requireSuccess(twins[0]!), '/id')
    const before = context.now() / 1000
    const detail = await readDocument(context, id)
    return { before, detail, after: context.now() / 1000, link: linkOf(detail) }
  },
}
