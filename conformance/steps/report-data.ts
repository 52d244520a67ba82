// What the data of a report must be, in each of the two formats: a claim for the first report and for a revised one.
import type { CheckContext } from '../kit/context.ts'
import { computedFrom } from '../evidence/seen.ts'
import type { FetchedFile } from './report-files.ts'
import { embeddedPdf, isMismo3, pdfIn, readValuation } from './report-xml.ts'
import { unzip } from './zip.ts'

export const reportDataRules = {
  xml: 'documents.report-data-2-6-is-gse-xml',
  embedded: 'documents.report-data-2-6-embeds-the-pdf',
  zip: 'documents.report-data-3-6-is-a-zip-package',
}

/** UAD 2.6: the XML of its standard with the PDF inside. */
export const expectGseXml = (
  { expect }: CheckContext,
  { bytes, answers }: FetchedFile,
): ReturnType<typeof readValuation> => {
  const read = readValuation(bytes)
  const { shown, isOf26, response } = read
  // The names of most elements are the standard's; of that the contract says the version and the root is what its name says.
  expect(reportDataRules.xml).that(computedFrom(shown, ...answers), () => isOf26, 'valuation response of MISMO 2.6')
  expect(reportDataRules.embedded).equal(computedFrom(pdfIn(response), ...answers), embeddedPdf)
  return read
}

/** UAD 3.6: a ZIP package; gives its members, or why it is none. */
export const expectPackage = async (
  { expect }: CheckContext,
  { bytes, answers }: Pick<FetchedFile, 'bytes' | 'answers'>,
): ReturnType<typeof unzip> => {
  const members = await unzip(bytes)
  const received = typeof members === 'string' ? members : members.map(({ name }) => name)
  // What the message says is left to its standard, which lets each of its parts be absent.
  const isPackage = typeof members !== 'string' && members.some(({ beginning }) => isMismo3(beginning))
  expect(reportDataRules.zip).that(computedFrom(received, ...answers), () => isPackage, 'ZIP with XML of MISMO 3')
  return members
}
