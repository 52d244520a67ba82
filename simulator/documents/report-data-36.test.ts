// The UAD 3.6 package, read by the paths that the published schema and sample have: nothing here knows how it was written.
import { XMLParser } from 'fast-xml-parser'
import { inflateRawSync } from 'node:zlib'
import t from 'tap'
import { exampleInput } from './document-input.support.ts'
import { generateDocument } from './generate.ts'

/** Members by name, from the central directory. */
function membersOf(zip: Buffer): Map<string, Buffer> {
  const end = zip.length - 22
  let at = zip.readUInt32LE(end + 16)
  return new Map(
    Array.from({ length: zip.readUInt16LE(end + 10) }, () => {
      const [name, extra, comment] = [28, 30, 32].map((place) => zip.readUInt16LE(at + place)) as [
        number,
        number,
        number,
      ]
      const local = zip.readUInt32LE(at + 42)
      const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
      const packed = zip.subarray(from, from + zip.readUInt32LE(at + 20))
      const bytes = zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed
      const path = zip.toString('utf8', at + 46, at + 46 + name)
      at += 46 + name + extra + comment
      return [path, bytes] as const
    }),
  )
}

type Element = { [name: string]: unknown }

/** The elements at a path below one; a name may carry `[attribute=value]`. */
function at(element: Element, path: string): Element[] {
  return path.split('/').reduce<Element[]>(
    (found, step) => {
      const [, name = '', attribute, value] = /^(\w+)(?:\[(.+)=(.+)\])?$/.exec(step) ?? []
      return found
        .flatMap((one) => one[name] ?? [])
        .map((one) => (typeof one === 'object' ? (one as Element) : { '#text': one }))
        .filter((one) => attribute === undefined || one[`@${attribute}`] === value)
    },
    [element],
  )
}

const texts = (element: Element, path: string): unknown[] => at(element, path).map((one) => one['#text'])

async function open(more: Partial<typeof exampleInput> = {}) {
  const input = { ...exampleInput, report_format: 'uad_3_6', pdf_in_package: true, ...more } as const
  const { bytes, filename, content_type } = await generateDocument('report_data', input)
  const members = membersOf(bytes)
  const xml = [...members].find(([name]) => name.endsWith('.xml'))![1].toString('utf8')
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@', parseTagValue: false })
  return { message: parser.parse(xml).MESSAGE as Element, xml, members, filename, content_type, input }
}

const document = 'DOCUMENT_SETS/DOCUMENT_SET/DOCUMENTS/DOCUMENT'
const service = `${document}/DEAL_SETS/DEAL_SET/DEALS/DEAL/SERVICES/SERVICE`
const analysis = `${service}/VALUATION/VALUATION_RESPONSE/VALUATION_ANALYSES/VALUATION_ANALYSIS`
const subject = `${analysis}/PROPERTIES/PROPERTY[ValuationUseType=SubjectProperty]`
const comparables = `${analysis}/PROPERTIES/PROPERTY[ValuationUseType=SalesComparable]`
const report = `${analysis}/VALUATION_REPORT`
const summary = `${report}/VALUATION_RECONCILIATION/VALUATION_RECONCILIATION_SUMMARY`
const party = `${service}/PARTIES/PARTY`

t.test('every fact of the order is found at its published path', async (t) => {
  const { message, filename, content_type } = await open({ purchase_price: '412500.00', loan_purpose: 'purchase' })
  t.strictSame([filename, content_type], ['appraisal-report-10452.zip', 'application/zip'])
  t.equal(message['@MISMOReferenceModelIdentifier'], '3.6.0366')
  t.equal(message['@xmlns'], 'http://www.mismo.org/residential/2009/schemas')
  const expected: [path: string, values: string[]][] = [
    [`${subject}/ADDRESS/AddressLineText`, ['12 Elm St']],
    [`${subject}/ADDRESS/AddressUnitIdentifier`, ['4']],
    [`${subject}/ADDRESS/CityName`, ['Austin']],
    [`${subject}/ADDRESS/CountyName`, ['Travis']],
    [`${subject}/ADDRESS/PostalCode`, ['78701']],
    [`${subject}/ADDRESS/StateCode`, ['TX']],
    [`${subject}/PROPERTY_DETAIL/PropertyEstateType`, ['FeeSimple']],
    [`${subject}/PROPERTY_DETAIL/LivingUnitExcludingADUCount`, ['1']],
    [
      `${subject}/IMPROVEMENTS/IMPROVEMENT/PROPERTY_UNITS/PROPERTY_UNIT/PROPERTY_UNIT_DETAIL/UnitOccupancyType`,
      ['OwnerOccupied'],
    ],
    [`${subject}/SALES_CONTRACTS/SALES_CONTRACT/SALES_CONTRACT_DETAIL/SalesContractAmount`, ['412500']],
    [
      `${subject}/PROPERTY_VALUATIONS/PROPERTY_VALUATION/PROPERTY_VALUATION_DETAIL/PropertyValuationMethodType`,
      ['TraditionalAppraisal'],
    ],
    [`${report}/SCOPE_OF_WORK/SCOPE_OF_WORK_DETAIL/ValuationAssignmentType`, ['Purchase']],
    [`${summary}/VALUATION_RECONCILIATION_SUMMARY_DETAIL/AppraisalReportEffectiveDate`, ['2026-05-26']],
    [`${summary}/VALUATION_RECONCILIATION_SUMMARY_DETAIL/OpinionOfValueAmount`, ['412500']],
    [`${summary}/VALUATION_CONDITIONS/VALUATION_CONDITION/PropertyValuationConditionalConclusionType`, ['AsIs']],
    [`${report}/VALUATION_REPORT_DETAIL/AppraiserFileIdentifier`, ['10452']],
    [`${service}/SERVICE_DETAIL/ServiceType`, ['Valuation']],
    [`${document}/SIGNATORIES/SIGNATORY/EXECUTION/EXECUTION_DETAIL/ExecutionDate`, ['2026-05-28']],
    [`${document}/ABOUT_VERSIONS/ABOUT_VERSION/AboutVersionIdentifier`, ['1']],
    [`${document}/DOCUMENT_CLASSIFICATION/DOCUMENT_CLASSES/DOCUMENT_CLASS/DocumentType`, ['AppraisalReport']],
    [`${party}/LEGAL_ENTITY/LEGAL_ENTITY_DETAIL/FullName`, ['First Test Bank', 'Sample Appraisal Management']],
    [`${party}/INDIVIDUAL/NAME/FirstName`, ['Avery', 'Robin', 'Kim']],
    [`${party}/INDIVIDUAL/NAME/LastName`, ['Sample', 'Doe', 'Doe']],
    [
      `${party}/ROLES/ROLE/ROLE_DETAIL/PartyRoleType`,
      ['Lender', 'Client', 'ManagementCompany', 'Appraiser', 'Borrower', 'Borrower'],
    ],
  ]
  for (const [path, values] of expected) t.strictSame(texts(message, path), values, path.replace(service, '…'))
  const [link] = at(message, `${service}/RELATIONSHIPS/RELATIONSHIP`)
  t.match(link!['@xlink:arcrole'], /SIGNATORY_IsAssociatedWith_ROLE$/)
  t.equal(at(message, `${document}/SIGNATORIES/SIGNATORY`)[0]!['@xlink:label'], link!['@xlink:from'])
  t.equal(at(message, `${party}/ROLES/ROLE[xlink:label=ROLE_Appraiser]`).length, 1)
  t.equal(link!['@xlink:to'], 'ROLE_Appraiser')
})

t.test('what a message refers to with back slashes is in the package', async (t) => {
  const { message, members, xml } = await open()
  const [pdf] = at(message, `${document}/VIEWS/VIEW/VIEW_FILES/VIEW_FILE/FOREIGN_OBJECT`)
  const [image] = at(message, `${subject}/INSPECTIONS/INSPECTION/IMAGES/IMAGE`)
  t.strictSame(pdf, { ObjectURL: '\\\\appraisal-report-10452.pdf', MIMETypeIdentifier: 'application/pdf' })
  t.strictSame(image, {
    ImageCategoryType: 'DwellingFront',
    ImageFileLocationIdentifier: '\\\\Images\\SubjectFront.png',
    MIMETypeIdentifier: 'image/png',
  })
  const nameOf = (reference: unknown) => String(reference).replace(/^\\+/, '').replaceAll('\\', '/')
  t.equal(members.get(nameOf(pdf!['ObjectURL']))?.toString('latin1', 0, 5), '%PDF-')
  t.equal(members.get(nameOf(image!['ImageFileLocationIdentifier']))?.toString('latin1', 1, 4), 'PNG')
  t.ok(members.has('Images/'), 'the folder has an entry, as in the published samples')
  t.notMatch(xml, /<!--/, 'samples are full of comments that are not to be delivered')
})

t.test('the comparables add up to the value', async (t) => {
  const { message } = await open({ purchase_price: '412500.00' })
  const found = at(message, comparables)
  t.equal(found.length, 3)
  for (const one of found) {
    const [detail] = at(one, 'COMPARABLE/COMPARABLE_DETAIL')
    const amounts = texts(one, 'COMPARABLE/COMPARABLE_ADJUSTMENTS/COMPARABLE_ADJUSTMENT/ComparableAdjustmentAmount')
    const net = Number(detail!['SalePriceNetTotalAdjustmentAmount'])
    t.equal(
      amounts.reduce<number>((sum, amount) => sum + Number(amount), 0),
      net,
    )
    const [price] = texts(one, 'SALES_HISTORIES/SALES_HISTORY/OwnershipTransferTransactionAmount')
    t.equal(Number(price) + net, Number(detail!['AdjustedSalesPriceAmount']))
    t.ok(String(texts(one, 'SALES_HISTORIES/SALES_HISTORY/OwnershipTransferDate')[0]) < '2026-05-26')
  }
  const adjusted = texts(message, `${comparables}/COMPARABLE/COMPARABLE_DETAIL/AdjustedSalesPriceAmount`).map(Number)
  t.ok(Math.min(...adjusted) <= 412_500 && Math.max(...adjusted) >= 412_500)
})

t.test('a revised report counts its versions, and a package without a PDF refers to none', async (t) => {
  const { message, members } = await open({ revision: 2, pdf_in_package: false })
  t.strictSame(texts(message, `${document}/ABOUT_VERSIONS/ABOUT_VERSION/AboutVersionIdentifier`), ['3'])
  t.strictSame(at(message, `${document}/VIEWS`), [])
  t.notOk([...members.keys()].some((name) => name.endsWith('.pdf')))
})

t.test('what the property is shows in the message', async (t) => {
  const structure = `${subject}/PROJECT/PROJECT_DETAIL/ProjectLegalStructureType`
  const estate = `${subject}/PROPERTY_DETAIL/PropertyEstateType`
  const condominium = await open({ property_type: 'condominium', occupancy: 'vacant' })
  t.strictSame(texts(condominium.message, structure), ['Condominium'])
  const cooperative = await open({ property_type: 'cooperative', loan_purpose: 'other' })
  t.strictSame([texts(cooperative.message, structure), texts(cooperative.message, estate)], [['Cooperative'], []])
  const land = await open({ property_type: 'vacant_land' })
  t.strictSame(at(land.message, `${subject}/IMPROVEMENTS`), [])
  const units = await open({ property_type: 'two_to_four_unit_property', occupancy: 'investment_property' })
  t.match(texts(units.message, `${subject}/PROPERTY_DETAIL/LivingUnitExcludingADUCount`), [/^[234]$/])
})

t.test('a small rental building has an income approach, and each of its units its rents', async (t) => {
  const { message } = await open({ property_type: 'two_to_four_unit_property', purchase_price: '612345.00' })
  const unit = `${subject}/IMPROVEMENTS/IMPROVEMENT/PROPERTY_UNITS/PROPERTY_UNIT`
  const [count] = texts(message, `${subject}/PROPERTY_DETAIL/LivingUnitExcludingADUCount`)
  const rents = texts(message, `${unit}/UNIT_RENT_SCHEDULE/UnitMonthlyMarketRentAmount`).map(Number)
  t.equal(rents.length, Number(count))
  t.equal(texts(message, `${unit}/PROPERTY_UNIT_DETAIL/UnitOccupancyType`)[0], 'OwnerOccupied')
  t.strictSame(texts(message, `${report}/SCOPE_OF_WORK/SCOPE_OF_WORK_DETAIL/IncomeApproachIndicator`), ['true'])
  const income = `${report}/APPROACH_TO_VALUE/INCOME_APPROACH`
  const [multiplier] = texts(message, `${income}/INCOME_APPROACH_DETAIL/GrossRentMultiplierFactorNumber`)
  const market = rents.reduce((sum, rent) => sum + rent, 0)
  t.strictSame(texts(message, `${income}/INCOME_APPROACH_DETAIL/ValueIndicatedByIncomeApproachAmount`), [
    String(Math.round(market * Number(multiplier))),
  ])
  t.strictSame(at((await open()).message, `${income}/INCOME_APPROACH_DETAIL`), [], 'no other form develops one')
})
