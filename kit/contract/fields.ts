import { z } from 'zod'
import './messages.ts'
import { normaliseCode, normaliseLines, normaliseText, phonesIn } from './normal-form.ts'
import { type Needs, needs } from './privilege.ts'

// The field types every contract is made of. A limit stands here or in an area's contract and nowhere else: the
// server refuses by it, the form reads it, OpenAPI prints it.

// Control characters, unpaired surrogates and the replacement character, which says that a letter was lost, are refused.
const unsafe = /(?!\n)\p{Cc}|\p{Cs}|\ufffd/u
const unsafeOneLine = new RegExp(`${unsafe.source}|\\n`, 'u')

const clean = (pattern: RegExp, message: string) => (text: string, ctx: z.RefinementCtx) => {
  if (pattern.test(text)) {
    ctx.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  return text
}

const base = (normalise: (text: string) => string, pattern: RegExp) =>
  z.string().transform(normalise).transform(clean(pattern, 'Contains characters that are not allowed'))

const line = base(normaliseText, unsafeOneLine)
const codeLine = base(normaliseCode, unsafeOneLine)

/** One line of text in normal form, 1 to `max` characters. */
export const text = (max: number) =>
  line.pipe(z.string().min(1, 'Required').max(max, `The maximum length is ${max}`)).meta({ maxLength: max })

/** A required text whose absence is answered in the specification's own words. */
export const requiredText = (max: number, missing: string) =>
  z
    .string({ error: missing })
    .refine((value) => value.trim() !== '', missing)
    .pipe(text(max))
    .meta({ maxLength: max })

/** Several lines of text in normal form, 1 to `max` characters. */
export const longText = (max: number) =>
  base(normaliseLines, unsafe)
    .pipe(z.string().min(1, 'Required').max(max, `The maximum length is ${max}`))
    .meta({ maxLength: max, multiline: true })

const upperLine = (normalised: typeof line) => (max: number) =>
  normalised
    .transform((value) => value.toUpperCase().normalize('NFC'))
    .pipe(z.string().min(1, 'Required').max(max, `The maximum length is ${max}`))
    .meta({ maxLength: max, uppercase: true })

/** A number, a code or a name stored in upper case. */
export const upperText = upperLine(codeLine)

/** A sentence stored in upper case. */
export const upperSentence = upperLine(line)

/** A code: capitals, digits, underscore and hyphen; small letters are raised. */
export const code = (max: number) =>
  codeLine
    .transform((value) => value.toUpperCase())
    .pipe(
      z
        .string()
        .regex(/^[A-Z0-9_-]+$/, 'Please use capital letter without space')
        .max(max, `The maximum length is ${max}`),
    )
    .meta({ maxLength: max, uppercase: true, code: true })

/** An optional field: an empty text is stored as null, a field that is not sent stays as it is. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' || value === undefined ? null : value), schema.nullable()).optional()

/** A field with a default: an empty one is as if it were not sent. */
export const orDefault = <Schema extends z.ZodType>(schema: z.ZodDefault<Schema>) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema)

/** Y or N, as the specification writes flags. */
export const YN = z.enum(['Y', 'N'])

const answers = new Map<unknown, 'Y' | 'N'>([
  [true, 'Y'],
  ['true', 'Y'],
  [false, 'N'],
  ['false', 'N'],
])
/** A flag that the specification names without YN: true and false are read as well. */
export const Flag = z.preprocess((value) => answers.get(value) ?? value, YN)

/** A business date, YYYY-MM-DD, that exists in the calendar. */
export const DateOnly = z
  .string()
  .regex(/^(1[89]|2[01])\d\d-\d\d-\d\d$/, 'Use a date like 2026-01-31')
  .refine((value) => {
    const [year, month, day] = value.split('-').map(Number) as [number, number, number]
    const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
    return (
      month >= 1 &&
      month <= 12 &&
      day >= 1 &&
      day <= [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]!
    )
  }, 'This date does not exist')
  .meta({ format: 'date' })

/** A moment as it leaves the server: ISO 8601 in UTC. */
export const Instant = z.iso.datetime().meta({ format: 'date-time' })

/**
 * A moment as it comes in: ISO 8601 with a zone, or `YYYY-MM-DDTHH:mm:ss` without one, which means the business
 * zone's wall clock and is resolved in SQL.
 */
export const InstantInput = z
  .string()
  .regex(
    /^(19|20|21)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?$/,
    'Use a time like 2026-01-31T14:30:00',
  )
  .refine((value) => DateOnly.safeParse(value.slice(0, 10)).success, 'This date does not exist')

const decimalText = /^-?\d{1,12}(\.\d+)?$/

/** Decimal as text of what came in; numbers are read by their shortest decimal form, never through arithmetic. */
const decimalIn = z
  .union([z.string(), z.number()])
  .transform((value) => (typeof value === 'number' ? decimalOf(value) : normaliseCode(value)))
  .pipe(z.string().regex(decimalText, 'Enter a number'))

function decimalOf(value: number) {
  if (!Number.isFinite(value)) return ''
  const shortest = String(value)
  const [digits, exponent] = shortest.split('e')
  if (exponent === undefined) return shortest
  const shift = Number(exponent)
  if (shift > 0 || shift < -12) return ''
  const [whole = '0', fraction = ''] = digits!.replace('-', '').split('.')
  return `${shortest.startsWith('-') ? '-' : ''}0.${'0'.repeat(-shift - whole.length)}${whole}${fraction}`
}

/** Gives `value` exactly `places` decimals; refuses nothing, only pads (callers checked the length before). */
const padded = (value: string, places: number) => {
  const [whole = '0', fraction = ''] = value.split('.')
  const kept = `${whole.replace(/^(-?)0+(?=\d)/, '$1')}.${fraction.slice(0, places).padEnd(places, '0')}`
  return /^-0\.0*$/.test(kept) ? kept.slice(1) : kept
}

const places = (value: string) => value.replace(/0+$/, '').split('.')[1]?.length ?? 0

/** An amount of money, at most 2 decimals, up to 999,999,999,999.99 either way; travels as text like "1234.50". */
export const MoneyInput = decimalIn
  .refine((value) => !value.includes('.') || places(value) <= 2, 'At most 2 decimals')
  .transform((value) => padded(value, 2))
  .meta({ money: true })

/** Money that may not be negative. */
export const MoneyFromZero = MoneyInput.refine((value) => !value.startsWith('-'), 'Must not be negative').meta({
  money: true,
  min: 0,
})

/** A unit price: at most 4 decimals. */
export const UnitPriceInput = decimalIn
  .refine((value) => !value.includes('.') || places(value) <= 4, 'At most 4 decimals')
  .transform((value) => padded(value, 4))

/** A quantity: at most 3 decimals (jewellery is also sold by weight). */
export const QuantityInput = decimalIn
  .refine((value) => !value.includes('.') || places(value) <= 3, 'At most 3 decimals')
  .transform((value) => padded(value, 3))

/** A rate: rounded half up (away from zero) to 2 decimals, as the specification says of Amount and PointRate. */
export const RateInput = decimalIn.transform(roundHalfUp).pipe(z.string())

function roundHalfUp(value: string) {
  const negative = value.startsWith('-')
  const [whole = '0', fraction = ''] = value.replace('-', '').split('.')
  const cents =
    BigInt(whole) * 100n + BigInt(fraction.slice(0, 2).padEnd(2, '0')) + ((fraction[2] ?? '0') >= '5' ? 1n : 0n)
  const rounded = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
  return negative && cents > 0n ? `-${rounded}` : rounded
}

/** A decimal as it leaves the server: exact text, as many decimals as its column has. */
export const Decimal = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/)
  .meta({ money: true })

/** A figure that is no amount: a share, an average, a number of pieces. */
export const Measure = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/)
  .meta({ figure: true })

/** The name of a person as it leaves the server: as it was written. Screens write it as that person does. */
export const PersonName = z.string().meta({ person: true })

/** A total of sales over customers or staff. A single sale that one may open shows its amounts to everybody. */
export const salesTotal = (but?: Pick<Needs, 'butWhereNamed'>) => needs('View Sales Information', Decimal, but)

/** A whole number between two others. A number that is too large is called that, and not no number. */
export const figure = (min: number, max: number) =>
  z.int('Please only use number').min(min, `Must be at least ${min}`).max(max, `Must be at most ${max}`)

export const POINTS_ENTRY_MAX = 1_000_000_000

/** Whole points to take or give: 1 to 1,000,000,000. */
export const PointsAmount = z.int('Enter a whole number').min(1, 'Must be at least 1').max(POINTS_ENTRY_MAX)

/** Whole points as they leave the server. */
export const Points = z.int()

/** An internal number of a record. */
export const Id = z.int().min(1).max(Number.MAX_SAFE_INTEGER)

/** The version a form was filled from; the server refuses a stale one. */
export const Version = z.int().min(1)

// The same text is a pattern of PostgreSQL, for files. Beyond ASCII all but spaces and punctuation may be part of a domain.
const beyondAscii = ['\u00a1-\u1fff', '\u2070-\u2fff', '\u3040-\u{10ffff}'].join('')
const inLocal = '[^\\s@<>()\\[\\],;:"\\\\.]+'
const inLabel = `[a-z0-9${beyondAscii}]`
/** Two dots in a row, and one at either end, are part of no address. */
export const emailPattern =
  `^(?=[^@]{1,64}@)${inLocal}(?:\\.${inLocal})*@(?:${inLabel}(?:[a-z0-9${beyondAscii}-]{0,61}${inLabel})?\\.)+` +
  `(?:xn--[a-z0-9-]{2,59}|[a-z${beyondAscii}]{2,24})$`

export const Email = codeLine
  .transform((value) => value.toLowerCase().normalize('NFC'))
  .pipe(
    z
      .string()
      .max(254, 'The maximum length is 254')
      .regex(new RegExp(emailPattern, 'u'), 'Enter a valid e-mail address'),
  )
  .meta({ maxLength: 254, format: 'email' })

const phonePattern = '\\+?[0-9 ()./-]{6,25}'

/** One telephone number as typed, or two; the customers area stores them as E.164 beside. Labels and remarks are left out. */
export const Phone = codeLine
  .transform((typed) => phonesIn(typed).join(' / '))
  .pipe(
    z
      .string()
      .regex(new RegExp(`^${phonePattern}( / ${phonePattern})?$`), 'Enter a valid phone number')
      .refine((numbers) => phonesIn(numbers).length <= 2, 'Enter a valid phone number'),
  )
  .meta({ maxLength: 60, format: 'tel' })

/** A one-time code or passcode as people type it: full-width digits and any dash are read, and its case is left alone. */
export const typedCode = (max: number) => z.string().max(max).transform(normaliseCode)

/** What is typed into a search filter. */
export const filterText = line.pipe(z.string().max(100, 'The maximum length is 100'))

/** The same for what is stored in capitals: invoice numbers and codes. */
export const upperFilter = codeLine
  .transform((value) => value.toUpperCase())
  .pipe(z.string().max(100, 'The maximum length is 100'))

const plainNumber = (value: string) => value.toUpperCase().replace(/[\s\-./]/g, '')

/** A membership number: people read it with blanks and hyphens and in any case, it is stored without and in capitals. */
export const membershipNumber = codeLine
  .transform(plainNumber)
  .pipe(z.string().min(1, 'Required').max(30, 'The maximum length is 30'))
  .meta({ maxLength: 30, uppercase: true })

/** The same as a filter. */
export const membershipFilter = codeLine.transform(plainNumber).pipe(z.string().max(100, 'The maximum length is 100'))

/** Any JSON value. What came as JSON is one already, and no client can be made from a type that names itself. */
export const Json = z.custom<z.core.util.JSONType>((value) => value !== undefined)
