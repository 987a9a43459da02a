// How figures and dates are written, once for tables, forms and reports. Amounts are texts and never become numbers
// here: a float would lose cents.

let businessZone = 'Asia/Kuala_Lumpur'
let currency = ''
let language = 'en'

/** How each language groups thousands, parts decimals, and where it puts the currency. */
const figures = {
  fr: { group: '\u202f', decimal: ',', currencyLast: true },
  other: { group: ',', decimal: '.', currencyLast: false },
}
const figuresOf = () => (language === 'fr' ? figures.fr : figures.other)
const MINUS = '−'

/** The texts say which language figures and short dates are written in. */
export function writeIn(code: string) {
  language = code
}

/** The shell tells the business time zone and the currency, as the server has them. */
export function setBusiness(settings: { timeZone: string; currency: string }) {
  businessZone = settings.timeZone
  businessClock = undefined
  currency = settings.currency
}

export const getCurrency = () => currency

type Missing = null | undefined

/** '1234567.5' → '1,234,567.50', French '1 234 567,50'. Ledger columns carry the currency in their head; `currency` says it here. */
export function formatMoney(amount: string | Missing, { currency: named = false } = {}): string {
  if (amount === null || amount === undefined || amount === '') return ''
  const [whole = '0', fraction = ''] = amount.split('.')
  const figure = formatDecimal(`${whole}.${fraction.padEnd(2, '0')}`)
  if (!named || !currency) return figure
  if (figuresOf().currencyLast) return `${figure}\u00a0${currency}`
  return figure.replace(/^−?/, (minus) => `${minus + currency}\u00a0`)
}

/** '-1234.5' → '−1,234.5', French '−1 234,5': as many decimals as it has. What is no figure stays as it is. */
export function formatDecimal(value: string): string {
  if (!/^-?\d+(\.\d+)?$/.test(value)) return value
  const [whole = '', fraction] = value.replace('-', () => MINUS).split('.')
  return grouped(whole) + (fraction === undefined ? '' : figuresOf().decimal + fraction)
}

const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, () => figuresOf().group)

/** '12.5' → '12.5%', French '12,5 %'; of a number so many decimals as are asked for. */
export const formatPercent = (share: string | number, places = 0): string =>
  `${formatDecimal(typeof share === 'number' ? share.toFixed(places) : share)}${language === 'fr' ? '\u00a0' : ''}%`

/** 1234567 → '1,234,567', French '1 234 567'. */
export const formatPoints = (points: number | Missing): string =>
  points === null || points === undefined ? '' : grouped(String(points).replace('-', () => MINUS))

/** A movement: '+510', '−90', '0'. */
export const formatSigned = (points: number | Missing): string =>
  `${points && points > 0 ? '+' : ''}${formatPoints(points)}`

/** The date that is written, and of a moment the business date on which it was. */
const dateIn = (value: string) => (value.endsWith('Z') ? businessDate(value) : value.slice(0, 10))

/** '2026-01-31' → '31/01/2026', or '31-01-2026' with dashes. */
export function formatDate(date: string | Missing, { dashes = false } = {}): string {
  if (!date) return ''
  return dateIn(date)
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

/** Made once: it costs more than all that it ever formats. Swedish writes ISO dates, so the parts need no putting together. */
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

/** The hour of the business zone's clock, 0 to 23. */
export const businessHour = (instant: string | Date = new Date()): number =>
  Number(inBusinessZone(instant).time.slice(0, 2))

const DAY_MS = 86_400_000
const NEAR_DAYS = 7
const dayOf = (date: string) => Date.parse(dateIn(date))
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const inLanguage = () => (language === 'en' ? 'en-GB' : language)

/** Made once for each language and form: a page of a thousand rows would else make thousands of them. */
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(options: Intl.DateTimeFormatOptions) {
  const key = `${inLanguage()}|${JSON.stringify(options)}`
  const clock = clocks.get(key) ?? new Intl.DateTimeFormat(inLanguage(), options)
  clocks.set(key, clock)
  return clock
}

const dated = (date: string, options: Intl.DateTimeFormatOptions) =>
  clockOf({ timeZone: 'UTC', ...options }).format(dayOf(date))

/** '2026-11-22' → '22 Nov 2026', '2026年11月22日': where the specification asks for no other form. */
export const shortDate = (date: string | Missing): string =>
  date ? dated(date, { day: 'numeric', month: 'short', year: 'numeric' }) : ''

/** '2026-05' → 'May 2026', '2026年5月'. */
export const formatMonth = (month: string): string => dated(`${month}-01`, { month: 'long', year: 'numeric' })

/** 'Sunday, 22 November', '11月22日星期日': the day one is in. */
export const longDay = (date: string): string => {
  const day = dated(date, { weekday: 'long', day: 'numeric', month: 'long' })
  return language === 'en' ? day.replace(/^(\w+) /, '$1, ') : capital(day)
}

/** Without the year: '22 Nov', for what returns each year or is at hand. */
export const dayAndMonth = (date: string | Missing): string =>
  date ? dated(date, { day: 'numeric', month: 'short' }) : ''

/** Within a week of today 'Today', 'Tomorrow', 'In 3 days', else the short date. */
export function nearDate(date: string | Missing, today = businessDate()): string {
  if (!date) return ''
  const days = Math.round((dayOf(date) - dayOf(today)) / DAY_MS)
  if (Math.abs(days) > NEAR_DAYS) return shortDate(date)
  return capital(new Intl.RelativeTimeFormat(inLanguage(), { numeric: 'auto' }).format(days, 'day'))
}

/** 'Tomorrow' within a sentence: 'tomorrow'. A month's name keeps its capital. */
export const inSentence = (near: string): string =>
  /^\d/.test(near) ? near : near.charAt(0).toLowerCase() + near.slice(1)

/** An instant → '22 Nov, 1:10 pm', of today 'Today, 1:10 pm', of another year with it; by the business zone's clock. */
export function shortInstant(instant: string | Date | Missing, today = businessDate()): string {
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
    ? nearDate(date, today)
    : date.slice(0, 4) === today.slice(0, 4)
      ? dayAndMonth(date)
      : shortDate(date)
  return language === 'en' || language === 'fr' ? `${day}, ${time}` : `${day} ${time}`
}

/** A file size in the largest unit that keeps it readable: 12 B, 2 kB, 1.5 MB. */
export function formatBytes(bytes: number) {
  if (bytes < 1024) return `${bytes} B`
  return bytes < 1024 * 1024
    ? `${Math.ceil(bytes / 1024)} kB`
    : `${formatDecimal((bytes / 1024 / 1024).toFixed(1).replace(/\.0$/, ''))} MB`
}
