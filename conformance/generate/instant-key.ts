// A timestamp in UTC as a text that sorts by time, to the last digit of whatever fraction it is written with.

export const instantKey = (timestamp: string): string => {
  const [, whole = '', fraction = ''] = /^([^.Z+]*?)(?:\.(\d+))?(?:Z|\+00:00)$/.exec(timestamp) ?? [
    undefined,
    timestamp,
  ]
  return `${whole}.${fraction.replace(/0+$/, '')}`
}
