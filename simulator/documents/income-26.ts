// The income approach as the 2.6 GSE XML has it, for form 1025. Elements and attributes in the order of the schema.

import type { Dwelling } from './comparables.ts'
import type { Income, RentedUnit, Tenancy } from './income.ts'
import type { Writing } from './style-26.ts'
import type { XmlNode } from './xml.ts'

/** Bedrooms, a kitchen, a living room and a dining room; baths are no rooms. */
const rooms = (bedrooms: number): string => String(bedrooms + 3)

const roomsOf = ({ bedrooms, baths }: RentedUnit): XmlNode => ({
  '@TotalRoomCount': rooms(bedrooms),
  '@TotalBedroomCount': String(bedrooms),
  '@TotalBathroomCount': baths,
})

export const unitGroups = ({ units }: Income, { stories }: Dwelling, write: Writing): XmlNode[] =>
  units.map((unit) => ({
    '@UnitType': ['UnitOne', 'UnitTwo', 'UnitThree', 'UnitFour'][unit.ordinal - 1]!,
    '@LevelCount': String(stories),
    '@GrossLivingAreaSquareFeetCount': write.count(unit.area),
    ...roomsOf(unit),
  }))

/** Software of the field writes who is there where a lease has its dates, and so does a reader find it. */
const lease: Record<Tenancy, string> = { owner: 'Owner', tenant: 'Month to month', vacant: 'Vacant' }

const schedule = ({ units, actual, market }: Income, write: Writing): XmlNode => ({
  '@RentalActualGrossMonthlyRentAmount': write.amount(actual),
  '@RentalActualAdditionalMonthlyIncomeAmount': write.amount(0),
  '@RentalActualTotalMonthlyIncomeAmount': write.amount(actual),
  '@RentalEstimatedGrossMonthlyRentAmount': write.amount(market),
  '@RentalEstimatedAdditionalMonthlyIncomeAmount': write.amount(0),
  '@RentalEstimatedTotalMonthlyIncomeAmount': write.amount(market),
  UNIT_RENT_SCHEDULE: units.map((unit) => ({
    '@UnitSequenceIdentifier': String(unit.ordinal),
    '@LeaseStartDate': lease[unit.tenancy],
    '@UnitUnfurnishedActualRentAmount': write.amount(unit.actual),
    '@UnitActualRentAmount': write.amount(unit.actual),
    '@UnitUnfurnishedMarketRentAmount': write.amount(unit.market),
    '@UnitMarketRentAmount': write.amount(unit.market),
  })),
})

/** 0 is the subject; its rents stand in the schedule alone. */
const rentals = ({ units, rentals: others, market }: Income, write: Writing): XmlNode => {
  const rented = (more: (unit: RentedUnit) => XmlNode = () => ({})): XmlNode[] =>
    units.map((unit) => ({
      '@UnitSequenceIdentifier': String(unit.ordinal),
      ...roomsOf(unit),
      '@SquareFeetCount': write.count(unit.area),
      ...more(unit),
    }))
  const condition: XmlNode = { '@_Type': 'Lease', '@_Description': 'Month to month' }
  return {
    MULTIFAMILY_RENTAL: [
      {
        '@PropertySequenceIdentifier': '0',
        '@MonthlyRentAmount': write.amount(market),
        RENTAL_UNIT: rented(),
        RENTAL_FEATURE: condition,
      },
      ...others.map(({ ordinal, street, miles, direction, rent }) => ({
        '@PropertySequenceIdentifier': String(ordinal),
        '@MonthlyRentAmount': write.amount(rent * units.length),
        LOCATION: {
          '@PropertyStreetAddress': street,
          '@ProximityToSubjectDescription': `${miles} miles ${direction[0]}`,
        },
        RENTAL_UNIT: rented(() => ({ '@MonthlyRentAmount': write.amount(rent) })),
        RENTAL_FEATURE: condition,
      })),
    ],
  }
}

export const incomeAnalysis = (income: Income, write: Writing): XmlNode => ({
  '@EstimatedMarketMonthlyRentAmount': write.amount(income.market),
  '@GrossRentMultiplierFactor': income.multiplier,
  '@ValueIndicatedByIncomeApproachAmount': write.amount(income.value),
  MULTIFAMILY_RENT_SCHEDULE: schedule(income, write),
  MULTIFAMILY_RENTALS: rentals(income, write),
})
