// Subject and comparables of a UAD 3.6 message. The elements of each container are in the order of the published schema.

import { inspectionOf } from './appraisal-form.ts'
import type { AppraisalFacts } from './appraisal-facts.ts'
import type { Comparable, Dwelling } from './comparables.ts'
import type { DocumentInput } from './document-input.ts'
import type { Income, Tenancy } from './income.ts'
import type { XmlNode } from './xml.ts'

export type Message36 = {
  readonly input: DocumentInput
  readonly facts: AppraisalFacts
  /** Names of members as the message refers to them, with back slashes. */
  readonly frontImage: string
  readonly pdf?: string
}

const indicator = (value: boolean): string => String(value)

const address = (
  { city, state, postal_code, county }: DocumentInput['address'],
  street: string | null,
  unit: string | null = null,
  shown: string | null = county,
): XmlNode => ({
  ADDRESS: {
    AddressLineText: street ?? undefined,
    AddressUnitIdentifier: unit ?? undefined,
    CityName: city ?? undefined,
    CountyName: shown ?? undefined,
    PostalCode: postal_code,
    StateCode: state ?? undefined,
  },
})

const image = (category: string, location: string): XmlNode => ({
  ImageCategoryType: category,
  ImageFileLocationIdentifier: location,
  MIMETypeIdentifier: 'image/png',
})

const occupancies: Record<string, string> = { investment_property: 'Tenant', vacant: 'Vacant' }

const squareFeet = (area: number): XmlNode => ({ '@AreaUnitOfMeasureType': 'SquareFeet', '#text': String(area) })

const unit = (dwelling: Dwelling, { condition, quality }: AppraisalFacts, occupancy?: string): XmlNode => ({
  PROPERTY_UNIT: {
    PROPERTY_UNIT_AREA: { UnitStandardAboveGradeFinishedAreaMeasure: squareFeet(dwelling.area) },
    PROPERTY_UNIT_DETAIL: {
      AccessoryDwellingUnitIndicator: 'false',
      BedroomCount: String(dwelling.bedrooms),
      FullBathroomCount: String(dwelling.full_baths),
      HalfBathroomCount: String(dwelling.half_baths),
      InteriorConditionRatingCode: condition,
      InteriorQualityRatingCode: quality,
      UnitOccupancyType: occupancy,
    },
  },
})

const tenancies: Record<Tenancy, string> = { owner: 'OwnerOccupied', tenant: 'Tenant', vacant: 'Vacant' }

/** Of a rental building each unit, with its rents. */
const rented = (facts: AppraisalFacts, { units }: Income): XmlNode => ({
  PROPERTY_UNIT: units.map((one) => ({
    PROPERTY_UNIT_AREA: { UnitStandardAboveGradeFinishedAreaMeasure: squareFeet(one.area) },
    PROPERTY_UNIT_DETAIL: {
      AccessoryDwellingUnitIndicator: 'false',
      BedroomCount: String(one.bedrooms),
      FullBathroomCount: String(one.full_baths),
      HalfBathroomCount: String(one.half_baths),
      InteriorConditionRatingCode: facts.condition,
      InteriorQualityRatingCode: facts.quality,
      UnitOccupancyType: tenancies[one.tenancy],
    },
    UNIT_RENT_SCHEDULE: {
      UnitMonthlyActualRentAmount: one.tenancy === 'tenant' ? String(one.actual) : undefined,
      UnitMonthlyMarketRentAmount: String(one.market),
      UnitRentedIndicator: indicator(one.tenancy === 'tenant'),
    },
  })),
})

const improvements = (dwelling: Dwelling, { input, facts }: Message36, occupancy?: string): XmlNode => ({
  IMPROVEMENTS: {
    IMPROVEMENT: {
      IMPROVEMENT_DETAIL: { ImprovementType: 'Dwelling', PropertyStructureBuiltYear: String(dwelling.built) },
      PROPERTY_UNITS: occupancy && facts.income ? rented(facts, facts.income) : unit(dwelling, facts, occupancy),
      STRUCTURE: {
        CONSTRUCTION_METHODS: {
          CONSTRUCTION_METHOD: {
            ConstructionMethodType: input.property_type === 'manufactured_mobile_home' ? 'Manufactured' : 'SiteBuilt',
          },
        },
        STRUCTURE_DETAIL: { LivingUnitCount: String(facts.units) },
      },
    },
  },
})

const isShared = ({ property_type }: DocumentInput): boolean => /^(condominium|cooperative)/.test(property_type)

const project = (input: DocumentInput): XmlNode | undefined =>
  isShared(input)
    ? {
        PROJECT_DETAIL: {
          ProjectLegalStructureType: input.property_type === 'cooperative' ? 'Cooperative' : 'Condominium',
        },
      }
    : undefined

const methods: Record<string, string> = {
  interior: 'TraditionalAppraisal',
  exterior: 'ExteriorAppraisal',
  none: 'DesktopAppraisal',
}

export const subject = (message: Message36): XmlNode => {
  const { input, facts, frontImage } = message
  const occupancy = occupancies[input.occupancy] ?? 'OwnerOccupied'
  return {
    '@ValuationUseType': 'SubjectProperty',
    ...address(input.address, input.address.street, input.address.unit),
    ...(facts.units > 0 && improvements(facts.dwelling, message, occupancy)),
    INSPECTIONS: {
      INSPECTION: { IMAGES: { IMAGE: image('DwellingFront', frontImage) } },
    },
    PROJECT: project(input),
    PROPERTY_DETAIL: {
      AccessoryDwellingUnitTotalCount: input.has_adu ? '1' : '0',
      AttachmentType: isShared(input) || input.property_type === 'townhouse' ? 'Attached' : 'Detached',
      LivingUnitExcludingADUCount: String(facts.units),
      OverallConditionRatingCode: facts.condition,
      OverallQualityRatingCode: facts.quality,
      PropertyEstateType: input.property_type === 'cooperative' ? undefined : 'FeeSimple',
      PropertyInProjectIndicator: indicator(isShared(input)),
    },
    PROPERTY_VALUATIONS: {
      PROPERTY_VALUATION: {
        PROPERTY_VALUATION_DETAIL: { PropertyValuationMethodType: methods[inspectionOf(facts.form)] },
      },
    },
    SALES_CONTRACTS: input.purchase_price
      ? {
          SALES_CONTRACT: {
            SALES_CONTRACT_DETAIL: { SalesContractAmount: input.purchase_price.replace(/\.\d\d$/, '') },
          },
        }
      : undefined,
    SITE: { SITE_SIZE_LAYOUT: { LotSizeAreaMeasure: squareFeet(facts.lot_square_feet) } },
  }
}

export const comparable = (message: Message36, one: Comparable): XmlNode => ({
  '@ValuationUseType': 'SalesComparable',
  '@xlink:label': `PROPERTY_SALESCOMP${one.ordinal}`,
  ...address(message.input.address, one.street, null, null),
  COMPARABLE: {
    COMPARABLE_ADJUSTMENTS: {
      COMPARABLE_ADJUSTMENT: one.adjustments.map(({ kind_36, amount }) => ({
        ComparableAdjustmentAmount: String(amount),
        ComparableAdjustmentType: kind_36,
      })),
    },
    COMPARABLE_DETAIL: {
      AdjustedSalesPriceAmount: String(one.adjusted),
      ComparableToSubjectDirectionType: one.direction,
      ComparableWeightType: one.weight,
      PropertyOrdinalNumber: String(one.ordinal),
      ProximityToSubjectDistanceLinearMeasure: { '@LinearUnitOfMeasureType': 'Miles', '#text': one.miles },
      SalePriceNetTotalAdjustmentAmount: String(one.net),
    },
  },
  ...(message.facts.units > 0 && improvements(one.dwelling, message)),
  LISTING_INFORMATIONS: {
    LISTING_INFORMATION: { LISTING_INFORMATION_DETAIL: { ListingStatusType: 'SettledSale' } },
  },
  SALES_CONTRACTS: { SALES_CONTRACT: { SALES_CONTRACT_DETAIL: { SalesContractDate: one.contracted_on } } },
  SALES_HISTORIES: {
    SALES_HISTORY: {
      OwnershipTransferDate: one.sold_on,
      OwnershipTransferTransactionAmount: String(one.price),
      OwnershipTransferTransactionType: 'Sale',
    },
  },
})
