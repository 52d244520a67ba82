// The signed link of an uploaded file as it was first read, which some use at once and one much later.
import type { Scenario, StepContext } from '../kit/context.ts'
import type { Answered } from '../evidence/exchange.ts'
import { linkOf, readDocument } from '../steps/documents.ts'
import { documentOf, uploadedDocument } from './uploaded-document.ts'

type SignedLink = {
  detail: Answered
  link: URL
  /** In seconds; NaN where the link does not say. */
  expires: number
}

const read = async (context: StepContext): Promise<SignedLink> => {
  const detail = await readDocument(context, documentOf(await context.shared(uploadedDocument)))
  const link = linkOf(detail)
  return { detail, link, expires: Number(link.searchParams.get('expires') ?? Number.NaN) }
}

export const signedLink: Scenario<SignedLink> = { id: 'signed-link', run: read }

/** The same link, or another where the clock was moved beyond it. */
export const freshLink = async (context: StepContext): Promise<SignedLink> => {
  const first = await context.shared(signedLink)
  return first.expires <= context.now() / 1000 ? read(context) : first
}
