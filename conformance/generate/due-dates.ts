// Due dates that no reading of the contract refuses, and one that every reading does.

const dayMs = 86_400_000

// Holidays with a fixed date, and the days beside them. Those that fall on a Monday or a Friday, or are kept there when
// they meet a weekend, are avoided with all Mondays and Fridays.
const restDays = new Set(['01-01', '01-02', '06-19', '07-04', '11-11', '12-24', '12-25', '12-26', '12-31'])

const firstDay = 10
const lastDay = 60

/** The date some days after another. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

const isThanksgiving = (date: string): boolean =>
  date.slice(5, 7) === '11' &&
  new Date(date).getUTCDay() === 4 &&
  Number(date.slice(8)) >= 22 &&
  Number(date.slice(8)) <= 28

const isWorkingDay = (date: string): boolean => {
  const day = new Date(date).getUTCDay()
  return day >= 2 && day <= 4 && !restDays.has(date.slice(5)) && !isThanksgiving(date)
}

/**
 * Dates ten to sixty days ahead that a company may be asked for anywhere: a target may refuse a weekend, a holiday or a
 * date years ahead (freedom create.due-date-on-rest-days), and a date of today or tomorrow depends on the time zone.
 */
export const safeDueDates = (today: string): string[] =>
  Array.from({ length: lastDay - firstDay + 1 }, (_, index) => addDays(today, firstDay + index)).filter(isWorkingDay)

/** A Saturday and a Sunday among these days, of which a target may take either as sent or refuse it. */
export const weekendDueDates = (today: string): [saturday: string, sunday: string] => {
  const days = Array.from({ length: 7 }, (_, index) => addDays(today, firstDay + 7 + index))
  const [saturday, sunday] = [6, 0].map((day) => days.find((date) => new Date(date).getUTCDay() === day)!)
  return [saturday!, sunday!]
}

/** A Tuesday two to four weeks after an instant. */
export const comingDueDate = (now: number): string => {
  const today = new Date(now).toISOString().slice(0, 10)
  const days = Array.from({ length: 28 }, (_, index) => addDays(today, 14 + index))
  return days.find((date) => new Date(date).getUTCDay() === 2 && isWorkingDay(date))!
}

/** A date that is past in every time zone of the United States, Guam and American Samoa included. */
export const pastDueDate = (today: string): string => addDays(today, -3)

/** The latest of them at an instant: the day before today in the zone farthest behind, twelve hours behind UTC. */
export const lastPastDate = (now: number): string => new Date(now - 1.5 * dayMs).toISOString().slice(0, 10)
