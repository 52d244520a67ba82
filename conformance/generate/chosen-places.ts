// Which of the postal codes of a profile orders are placed for: each costs an order.

/** The first three digits of postal codes in Puerto Rico, the Virgin Islands, Guam, Saipan and American Samoa. */
const territory = /^(00[6-9]\d\d|969[123]\d|9695\d|96799)$/

export const isOfTerritory = (postalCode: string): boolean => territory.test(postalCode)

const most = 4

/** The first few, one of a territory among them where there is any. */
export const chosenPlaces = (postalCodes: readonly string[]): string[] => {
  const first = postalCodes.slice(0, most)
  const far = postalCodes.find(isOfTerritory)
  return far === undefined || first.includes(far) ? first : [...first.slice(0, most - 1), far]
}
