// How figures and dates are written, once for tables, forms and reports. Amounts are texts and never become numbers
// here: a float would lose cents.

let businessZone = 'Asia/Kuala_Lumpur'
let currency = ''

/** The shell tells the business time zone and the currency, as the server has them. */
export function setBusiness(settings: { timeZone: string; currency: string }) {
  businessZone = settings.timeZone
  currency = settings.currency
}

export const getCurrency = () => currency

type Missing = null | undefined

/** '1234567.5' → '1,234,567.50'. */
export function formatMoney(amount: string | Missing): string {
  if (amount === null || amount === undefined || amount === '') return ''
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.')
  return `${amount.startsWith('-') ? '-' : ''}${grouped(whole)}.${fraction.padEnd(2, '0')}`
}

/** 1234567 → '1,234,567'. */
export const formatPoints = (points: number | Missing): string =>
  points === null || points === undefined ? '' : `${points < 0 ? '-' : ''}${grouped(String(Math.abs(points)))}`

/** '2026-01-31' → '31/01/2026', or '31-01-2026' with dashes. */
export function formatDate(date: string | Missing, { dashes = false } = {}): string {
  if (!date) return ''
  return date
    .slice(0, 10)
    .split('-')
    .reverse()
    .join(dashes ? '-' : '/')
}

/** An instant → '31/01/2026 02:05:09 PM', the business zone's wall clock wherever the browser stands. */
export function formatInstant(instant: string | Date | Missing, { dashes = false } = {}): string {
  if (!instant) return ''
  const { date, time } = inBusinessZone(instant)
  const hour = Number(time.slice(0, 2))
  const clock = `${String(hour % 12 || 12).padStart(2, '0')}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`
  return `${formatDate(date, { dashes })} ${clock}`
}

/** The business date of an instant, as 'YYYY-MM-DD'. */
export const businessDate = (instant: string | Date = new Date()): string => inBusinessZone(instant).date

function inBusinessZone(instant: string | Date) {
  // Swedish writes ISO dates, so the parts need no putting together.
  const text = new Intl.DateTimeFormat('sv-SE', {
    timeZone: businessZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(new Date(instant))
  const [date = '', time = ''] = text.split(' ')
  return { date, time }
}

const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ',')
