// The UAD 2.6 XML, read by the paths of the standard's mapping and of surveyed files of the field.
import { XMLParser } from 'fast-xml-parser'
import t from 'tap'
import { formOf } from './appraisal-form.ts'
import type { DocumentInput, Style26 } from './document-input.ts'
import { exampleInput } from './document-input.support.ts'
import { generateDocument } from './generate.ts'

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
})

const read = async (more: Partial<DocumentInput> = {}) => {
  const { bytes } = await generateDocument('report_data', { ...exampleInput, ...more })
  return parser.parse(bytes.toString('utf8')).VALUATION_RESPONSE
}

const styled = (style: Partial<Style26>) =>
  read({ style_26: { ...exampleInput.style_26, ...style }, purchase_price: '1412500.00' })

t.test('the elements are those of the standard, in its order, and say what the order says', async (t) => {
  const root = await read({ loan_purpose: 'purchase', purchase_price: '412500.00' })
  t.strictSame(
    Object.keys(root).filter((name) => !name.startsWith('@')),
    ['REPORT', 'PARTIES', 'PROPERTY', 'VALUATION_METHODS', 'VALUATION'],
  )
  t.match(root.REPORT, {
    '@AppraisalFormType': 'FNM1004',
    '@AppraisalPurposeType': 'Purchase',
    '@AppraiserReportSignedDate': '2026-05-28',
    '@AppraiserAdditionalFileIdentifier': 'LN-7788',
  })
  t.match(root.PROPERTY, { '@_CurrentOccupancyType': 'OwnerOccupied', '@_RightsType': 'FeeSimple' })
  t.equal(root.PROPERTY.STRUCTURE['@LivingUnitCount'], '1')
  t.equal(root.PROPERTY.SALES_CONTRACT['@_Amount'], '412500')
  t.match(root.VALUATION, { '@PropertyAppraisedValueAmount': '412500', '@AppraisalEffectiveDate': '2026-05-26' })
  t.equal(root.PARTIES.LENDER.CONTACT_DETAIL['@_Name'], exampleInput.company)
  const sales = root.VALUATION_METHODS.SALES_COMPARISON
  t.equal(sales['@ValueIndicatedBySalesComparisonApproachAmount'], '412500')
  for (const sale of sales.COMPARABLE_SALE) {
    t.equal(
      Number(sale['@PropertySalesAmount']) + Number(sale['@SalePriceTotalAdjustmentAmount']),
      Number(sale['@AdjustedSalesPriceAmount']),
    )
  }
})

t.test('the form is the one that the product names, else the one of the property', async (t) => {
  const asked: [code: string, name: string, property: string, form: string][] = [
    ['1004-FHA-OPT', 'Single family, FHA on request', 'single_family', 'FNM1004'],
    ['1073', 'Condominium appraisal', 'condominium', 'FNM1073'],
    ['2055', 'Exterior-only appraisal', 'single_family', 'FNM2055'],
    ['MH', 'Manufactured home (1004C)', 'single_family', 'FNM1004C'],
    ['RES', 'Full appraisal', 'two_to_four_unit_property', 'FNM1025'],
    ['RES', 'Full appraisal', 'manufactured_mobile_home', 'FNM1004C'],
    ['RES', 'Full appraisal', 'condominium_over_four_stories', 'FNM1073'],
    ['RES', 'Exterior appraisal', 'condominium', 'FNM1075'],
    ['RES', 'Full appraisal', 'cooperative', 'FNM2090'],
    ['RES', 'Drive-by', 'cooperative', 'FNM2095'],
    ['RES', 'Drive-by', 'townhouse', 'FNM2055'],
    ['LAND', 'Vacant land appraisal', 'vacant_land', 'VacantLand'],
    ['10045', 'Full appraisal of 1004 Main', 'single_family', 'FNM1004'],
    ['10731', 'Full appraisal', 'single_family', 'FNM1004'],
    ['D', 'Desktop appraisal for refinance', 'single_family', 'Other'],
  ]
  for (const [product_code, product_name, property_type, form] of asked) {
    t.equal(formOf({ product_code, product_name, property_type }).type, form, `${product_code} ${product_name}`)
  }
  const desktop = await read({ product_name: 'Desktop appraisal' })
  t.equal(desktop.REPORT['@AppraisalFormTypeOtherDescription'], 'Desktop appraisal')
})

t.test('occupancy, purpose, rights and units follow the order', async (t) => {
  const rented = await read({ occupancy: 'investment_property', property_type: 'two_to_four_unit_property' })
  t.equal(rented.PROPERTY['@_CurrentOccupancyType'], 'TenantOccupied')
  t.match(rented.PROPERTY.STRUCTURE['@LivingUnitCount'], /^[234]$/)
  const shares = await read({
    property_type: 'cooperative',
    occupancy: 'vacant',
    loan_purpose: 'mortgage_modification',
  })
  t.match(shares.PROPERTY, { '@_RightsType': 'Cooperative', '@_CurrentOccupancyType': 'Vacant' })
  t.match(shares.REPORT, {
    '@AppraisalPurposeType': 'Other',
    '@AppraisalPurposeTypeOtherDescription': 'mortgage modification',
  })
  t.notOk('STRUCTURE' in (await read({ property_type: 'vacant_land' })).PROPERTY)
})

t.test('a small rental building has its rents, and the value that they come to', async (t) => {
  const asked = { property_type: 'two_to_four_unit_property', loan_purpose: 'purchase', purchase_price: '612345.00' }
  const { PROPERTY, VALUATION_METHODS, REPORT } = await read(asked)
  t.equal(REPORT['@AppraisalFormType'], 'FNM1025')
  const units = Number(PROPERTY.STRUCTURE['@LivingUnitCount'])
  const groups = PROPERTY.STRUCTURE['_UNIT_GROUP']
  t.equal(groups.length, units)
  const sum = (rows: Record<string, string>[], name: string) => rows.reduce((all, row) => all + Number(row[name]), 0)
  t.equal(sum(groups, '@GrossLivingAreaSquareFeetCount'), Number(PROPERTY.STRUCTURE['@GrossLivingAreaSquareFeetCount']))
  const income = VALUATION_METHODS.INCOME_ANALYSIS
  const { UNIT_RENT_SCHEDULE: rents, ...totals } = income.MULTIFAMILY_RENT_SCHEDULE
  t.equal(rents.length, units)
  t.equal(rents[0]['@LeaseStartDate'], 'Owner')
  t.equal(rents[0]['@UnitActualRentAmount'], '0', 'who owns it pays no rent')
  t.equal(sum(rents, '@UnitActualRentAmount'), Number(totals['@RentalActualGrossMonthlyRentAmount']))
  t.equal(sum(rents, '@UnitMarketRentAmount'), Number(totals['@RentalEstimatedGrossMonthlyRentAmount']))
  const market = Number(income['@EstimatedMarketMonthlyRentAmount'])
  t.equal(market, Number(totals['@RentalEstimatedGrossMonthlyRentAmount']))
  const value = Number(income['@ValueIndicatedByIncomeApproachAmount'])
  t.equal(value, Math.round(market * Number(income['@GrossRentMultiplierFactor'])))
  t.ok(Math.abs(value - 612_345) < 6000, 'the two approaches agree within a hundredth')
  t.strictSame(
    income.MULTIFAMILY_RENTALS.MULTIFAMILY_RENTAL.map(
      (one: Record<string, string>) => one['@PropertySequenceIdentifier'],
    ),
    ['0', '1', '2', '3'],
  )
  const rented = (await read({ ...asked, occupancy: 'investment_property' })).VALUATION_METHODS.INCOME_ANALYSIS
  t.ok(
    rented.MULTIFAMILY_RENT_SCHEDULE.UNIT_RENT_SCHEDULE.every(
      (one: Record<string, string>) => Number(one['@UnitActualRentAmount']) > 0,
    ),
  )
  const least = (await read({ ...asked, purchase_price: '1.00' })).VALUATION_METHODS.INCOME_ANALYSIS
  t.match(least['@GrossRentMultiplierFactor'], /^\d+\.\d\d$/)
  for (const product_code of ['1004', '2055', '1073', '1004C'])
    t.notOk('INCOME_ANALYSIS' in (await read({ product_code })).VALUATION_METHODS, `form ${product_code} develops none`)
})

t.test('what vendors write differently can be had each way', async (t) => {
  const { REPORT: inForm } = await styled({ pdf_in: 'form' })
  const { REPORT: inReport } = await styled({ pdf_in: 'report', base64: 'wrapped' })
  const pdf = Buffer.from(inForm.FORM.EMBEDDED_FILE.DOCUMENT, 'base64')
  t.equal(pdf.toString('latin1', 0, 5), '%PDF-')
  const lines = inReport.EMBEDDED_FILE.DOCUMENT.split('\n')
  t.ok(lines.length > 10 && lines.every((line: string) => line.length <= 76))
  t.ok(Buffer.from(inReport.EMBEDDED_FILE.DOCUMENT, 'base64').equals(pdf))
  const months = await styled({ dates: 'month-first', version: '2.6' })
  t.strictSame(
    [
      months['@MISMOVersionID'],
      months.VALUATION['@AppraisalEffectiveDate'],
      months.REPORT['@AppraiserReportSignedDate'],
    ],
    ['2.6', '05/26/2026', '05/28/2026'],
  )
  const value = async (style: Partial<Style26>) => (await styled(style)).VALUATION['@PropertyAppraisedValueAmount']
  t.equal(await value({ amounts: 'commas' }), '1,412,500')
  t.equal(await value({ amounts: 'decimals' }), '1412500.00')
})

t.test('a price that no appraised value can be leaves the value to the order', async (t) => {
  for (const purchase_price of ['0.00', '2000000000.00', '-5.00', '99999999999999999.00']) {
    t.match(
      (await read({ purchase_price })).VALUATION['@PropertyAppraisedValueAmount'],
      /^[2-7]\d\d000$/,
      purchase_price,
    )
  }
})
