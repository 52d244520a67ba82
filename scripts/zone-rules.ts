// Which time zones are one: those that keep the same time all year by the rules of today. And the codes on which the sources are wrong.

/** A zone for each pair of offsets in January and July. */
const zones: Record<string, string> = {
  '-04:00 -04:00': 'America/Puerto_Rico',
  '-05:00 -04:00': 'America/New_York',
  '-06:00 -05:00': 'America/Chicago',
  '-07:00 -06:00': 'America/Denver',
  '-07:00 -07:00': 'America/Phoenix',
  '-08:00 -07:00': 'America/Los_Angeles',
  '-09:00 -08:00': 'America/Anchorage',
  '-10:00 -09:00': 'America/Adak',
  '-10:00 -10:00': 'Pacific/Honolulu',
  '-11:00 -11:00': 'Pacific/Pago_Pago',
  '+10:00 +10:00': 'Pacific/Guam',
}

const offset = (zone: string, date: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(new Date(date))
    .find(({ type }) => type === 'timeZoneName')!
    .value.slice(3)

const known = new Map<string, string | undefined>()

/** The zone of these rules that a zone keeps the time of; undefined where the United States have none such. */
export const zoneByRules = (zone: string | undefined): string | undefined => {
  if (zone === undefined) return undefined
  if (!known.has(zone)) known.set(zone, zones[`${offset(zone, '2026-01-15')} ${offset(zone, '2026-07-15')}`])
  return known.get(zone)
}

/**
 * The Hopi villages keep the time of Arizona amid the Navajo Nation, which the coordinates of two sources pass over. West Wendover keeps
 * Mountain time by federal rule, which two sources do not know.
 */
export const corrections: Record<string, string> = {
  '86030': 'America/Phoenix',
  '86034': 'America/Phoenix',
  '86039': 'America/Phoenix',
  '86042': 'America/Phoenix',
  '86043': 'America/Phoenix',
  '89883': 'America/Denver',
}
