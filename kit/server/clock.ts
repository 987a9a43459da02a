/** Returns the current time. Tests pass a clock of their own. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Returns the date of an instant in a time zone, as YYYY-MM-DD. */
export function businessDate(moment: Date, timeZone: string) {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    formatters.set(timeZone, formatter)
  }
  return formatter.format(moment)
}
