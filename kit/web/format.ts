// Formats figures and dates for tables, forms and reports.
// Amounts stay decimal text and are never converted to numbers, because a float would lose cents.

let businessZone = 'Asia/Kuala_Lumpur'
let currency = ''
let language = 'en'

/** The separators of figures and the position of the currency, by language. */
const figures = {
  fr: { group: '\u202f', decimal: ',', currencyLast: true },
  other: { group: ',', decimal: '.', currencyLast: false },
}
const figuresOf = () => (language === 'fr' ? figures.fr : figures.other)
const MINUS = '−'

/** Sets the language of figures and short dates. */
export function setFormatLanguage(code: string) {
  language = code
}

/** The separator between listed words in the active language: a comma, or "、" in Chinese and Japanese. */
export const listSeparator = () => (language === 'zh' || language === 'ja' ? '、' : ', ')

/** Sets the business time zone and the currency of the server. */
export function setBusinessSettings(settings: { timeZone: string; currency: string }) {
  businessZone = settings.timeZone
  businessClock = undefined
  currency = settings.currency
}

export const getCurrency = () => currency

type Missing = null | undefined

/** Formats money: '1234567.5' → '1,234,567.50', French '1 234 567,50'. `currency` adds the currency. */
export function formatMoney(amount: string | Missing, { currency: withCurrency = false } = {}): string {
  if (amount === null || amount === undefined || amount === '') return ''
  const [whole = '0', fraction = ''] = amount.split('.')
  const figure = formatDecimal(`${whole}.${fraction.padEnd(2, '0')}`)
  if (!withCurrency || !currency) return figure
  if (figuresOf().currencyLast) return `${figure}\u00a0${currency}`
  return figure.replace(/^−?/, (minus) => `${minus + currency}\u00a0`)
}

/** Drops trailing zeros but keeps two decimals: '194.985000' → '194.985', '12.500000' → '12.50'. */
export const trimDecimals = (value: string): string => value.replace(/(\.\d\d\d*?)0+$/, '$1')

/** Formats a decimal with all its decimals: '-1234.5' → '−1,234.5'. Text that is not a number stays unchanged. */
export function formatDecimal(value: string): string {
  if (!/^-?\d+(\.\d+)?$/.test(value)) return value
  const [whole = '', fraction] = value.replace('-', () => MINUS).split('.')
  return groupDigits(whole) + (fraction === undefined ? '' : figuresOf().decimal + fraction)
}

const groupDigits = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, () => figuresOf().group)

/** Formats a percentage: '12.5' → '12.5%', French '12,5 %'. A number is rounded to `places` decimals. */
export const formatPercent = (share: string | number, places = 0): string =>
  `${formatDecimal(typeof share === 'number' ? share.toFixed(places) : share)}${language === 'fr' ? '\u00a0' : ''}%`

/** Formats whole points: 1234567 → '1,234,567', French '1 234 567'. */
export const formatPoints = (points: number | Missing): string =>
  points === null || points === undefined ? '' : groupDigits(String(points).replace('-', () => MINUS))

/** Formats a change of points with its sign: '+510', '−90', '0'. */
export const formatSigned = (points: number | Missing): string =>
  `${points && points > 0 ? '+' : ''}${formatPoints(points)}`

/** Returns the business date of a UTC instant; a date stays unchanged. */
const dateIn = (value: string) => (value.endsWith('Z') ? businessDate(value) : value.slice(0, 10))

/** Formats a date: '2026-01-31' → '31/01/2026', or '31-01-2026' with dashes. */
export function formatDate(date: string | Missing, { dashes = false } = {}): string {
  if (!date) return ''
  return dateIn(date)
    .split('-')
    .reverse()
    .join(dashes ? '-' : '/')
}

/** Formats an instant as '31/01/2026 02:05:09 PM' in the business time zone, whatever the browser's zone. */
export function formatInstant(instant: string | Date | Missing, { dashes = false } = {}): string {
  if (!instant) return ''
  const { date, time } = inBusinessZone(instant)
  const hour = Number(time.slice(0, 2))
  const clock = `${String(hour % 12 || 12).padStart(2, '0')}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`
  return `${formatDate(date, { dashes })} ${clock}`
}

/** Returns the date of an instant in the business time zone as 'YYYY-MM-DD'. */
export const businessDate = (instant: string | Date = new Date()): string => inBusinessZone(instant).date

/** The formatter is cached, because creating one is expensive. The Swedish locale yields ISO dates. */
let businessClock: Intl.DateTimeFormat | undefined

function inBusinessZone(instant: string | Date) {
  businessClock ??= new Intl.DateTimeFormat('sv-SE', {
    timeZone: businessZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const text = businessClock.format(new Date(instant))
  const [date = '', time = ''] = text.split(' ')
  return { date, time }
}

/** Returns the hour in the business time zone, 0 to 23. */
export const businessHour = (instant: string | Date = new Date()): number =>
  Number(inBusinessZone(instant).time.slice(0, 2))

const DAY_MS = 86_400_000
const NEAR_DAYS = 7
const dayOf = (date: string) => Date.parse(dateIn(date))
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const inLanguage = () => (language === 'en' ? 'en-GB' : language)

/** Caches formatters by language and options, because a large page would otherwise create thousands. */
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(options: Intl.DateTimeFormatOptions) {
  const key = `${inLanguage()}|${JSON.stringify(options)}`
  const clock = clocks.get(key) ?? new Intl.DateTimeFormat(inLanguage(), options)
  clocks.set(key, clock)
  return clock
}

const formatCalendarDate = (date: string, options: Intl.DateTimeFormatOptions) =>
  clockOf({ timeZone: 'UTC', ...options }).format(dayOf(date))

/** Formats a date where the specification sets no format: '22 Nov 2026', '2026年11月22日'. */
export const formatShortDate = (date: string | Missing): string =>
  date ? formatCalendarDate(date, { day: 'numeric', month: 'short', year: 'numeric' }) : ''

/** Formats a month: '2026-05' → 'May 2026', '2026年5月'. */
export const formatMonth = (month: string): string =>
  formatCalendarDate(`${month}-01`, { month: 'long', year: 'numeric' })

/** Formats a day with its weekday: 'Sunday, 22 November', '11月22日星期日'. */
export const formatDayWithWeekday = (date: string): string => {
  const day = formatCalendarDate(date, { weekday: 'long', day: 'numeric', month: 'long' })
  return language === 'en' ? day.replace(/^(\w+) /, '$1, ') : capital(day)
}

/** Formats a date without its year, for anniversaries and near dates: '22 Nov'. */
export const formatDayAndMonth = (date: string | Missing): string =>
  date ? formatCalendarDate(date, { day: 'numeric', month: 'short' }) : ''

/** Formats a date within a week as 'Today', 'Tomorrow' or 'In 3 days', any other as short date. */
export function formatRelativeDate(date: string | Missing, today = businessDate()): string {
  if (!date) return ''
  const days = Math.round((dayOf(date) - dayOf(today)) / DAY_MS)
  if (Math.abs(days) > NEAR_DAYS) return formatShortDate(date)
  return capital(new Intl.RelativeTimeFormat(inLanguage(), { numeric: 'auto' }).format(days, 'day'))
}

/** Lower-cases 'Tomorrow' for use in a sentence. A date such as '22 Nov' stays unchanged. */
export const lowerCaseRelativeDate = (relativeDate: string): string =>
  /^\d/.test(relativeDate) ? relativeDate : relativeDate.charAt(0).toLowerCase() + relativeDate.slice(1)

/** Formats an instant as '22 Nov, 1:10 pm' or 'Today, 1:10 pm', with the year if it is not the current year. */
export function formatShortInstant(instant: string | Date | Missing, today = businessDate()): string {
  if (!instant) return ''
  const { date } = inBusinessZone(instant)
  const time = clockOf({
    timeZone: businessZone,
    hour: 'numeric',
    minute: '2-digit',
    hour12: language === 'en',
  }).format(new Date(instant))
  const yesterdayOrToday = Math.abs(dayOf(today) - dayOf(date)) <= DAY_MS
  const day = yesterdayOrToday
    ? formatRelativeDate(date, today)
    : date.slice(0, 4) === today.slice(0, 4)
      ? formatDayAndMonth(date)
      : formatShortDate(date)
  return language === 'en' || language === 'fr' ? `${day}, ${time}` : `${day} ${time}`
}

/** Formats an instant with its year, for print: '22 Nov 2026, 1:10 pm'. */
export const formatFullInstant = (instant: string | Date | Missing): string => formatShortInstant(instant, '0001-01-01')

/** Formats a file size in the unit that is easiest to read: 12 B, 2 kB, 1.5 MB. */
export function formatBytes(bytes: number) {
  if (bytes < 1024) return `${bytes} B`
  return bytes < 1024 * 1024
    ? `${Math.ceil(bytes / 1024)} kB`
    : `${formatDecimal((bytes / 1024 / 1024).toFixed(1).replace(/\.0$/, ''))} MB`
}
