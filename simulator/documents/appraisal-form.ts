// Which form an appraisal is reported on: by the number that the catalog gives the product, else by its name and the property.

export type AppraisalForm = {
  /** The form's own number, as people call it. */
  readonly number: string
  readonly title: string
  /** `AppraisalFormType` of the 2.6 standard. */
  readonly type: string
  /** What `AppraisalFormTypeOtherDescription` says where the standard has no name for the form. */
  readonly other?: string
}

type Asked = {
  readonly product_code: string
  readonly product_name: string
  /** As the order has it (Enumerations, property type). */
  readonly property_type: string
}

const form = (number: string, title: string, type = `FNM${number}`): AppraisalForm => ({ number, title, type })

const forms = {
  single: form('1004', 'Uniform Residential Appraisal Report'),
  manufactured: form('1004C', 'Manufactured Home Appraisal Report'),
  completion: form('1004D', 'Appraisal Update and/or Completion Report'),
  income: form('1025', 'Small Residential Income Property Appraisal Report'),
  condominium: form('1073', 'Individual Condominium Unit Appraisal Report'),
  condominiumExterior: form('1075', 'Exterior-Only Inspection Individual Condominium Unit Appraisal Report'),
  review: form('2000', 'One-Unit Residential Appraisal Field Review Report'),
  exterior: form('2055', 'Exterior-Only Inspection Residential Appraisal Report'),
  cooperative: form('2090', 'Individual Cooperative Interest Appraisal Report'),
  cooperativeExterior: form('2095', 'Exterior-Only Inspection Individual Cooperative Interest Appraisal Report'),
  land: form('Land', 'Land Appraisal Report', 'VacantLand'),
  desktop: { number: '1004 Desktop', title: 'Desktop Appraisal Report', type: 'Other', other: 'Desktop appraisal' },
} satisfies Record<string, AppraisalForm>

const byNumber = new Map<string, AppraisalForm>(Object.values(forms).map((one) => [one.number, one]))

/** A number stands alone: `1004-FHA` names form 1004, `10045` and `1004X` name none. */
const numberIn = (text: string): string | undefined =>
  /(?<![0-9A-Z])(1004[CD]?|1025|1073|1075|2000|2055|2090|2095)(?![0-9A-Z])/.exec(text.toUpperCase())?.[1]

const byProperty = (property_type: string, exteriorOnly: boolean): AppraisalForm => {
  if (property_type === 'vacant_land' || property_type === 'farm') return forms.land
  if (property_type === 'manufactured_mobile_home') return forms.manufactured
  if (property_type === 'two_to_four_unit_property') return forms.income
  if (property_type === 'cooperative') return exteriorOnly ? forms.cooperativeExterior : forms.cooperative
  if (property_type.startsWith('condominium')) return exteriorOnly ? forms.condominiumExterior : forms.condominium
  return exteriorOnly ? forms.exterior : forms.single
}

export function formOf({ product_code, product_name, property_type }: Asked): AppraisalForm {
  const named = byNumber.get(numberIn(product_code) ?? numberIn(product_name) ?? '')
  if (named) return named
  if (/\bdesktop\b/i.test(product_name)) return forms.desktop
  return byProperty(property_type, /\b(exterior|drive-?by)\b/i.test(product_name))
}

/** Whether nobody enters the property for this form, or looks at it at all. */
export const inspectionOf = ({ number, title }: AppraisalForm): 'interior' | 'exterior' | 'none' => {
  if (number === forms.desktop.number) return 'none'
  return title.startsWith('Exterior-Only') ? 'exterior' : 'interior'
}
