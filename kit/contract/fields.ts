import { z } from 'zod'
import './messages.ts'
import { extractPhoneNumbers, normaliseCode, normaliseLines, normaliseText } from './normal-form.ts'
import { type PrivilegeRequirement, privilegedField } from './privilege.ts'

// Field types for all contracts.
// The server validates by the limits declared here, forms apply them, and the API document prints them.

// Rejects control characters, unpaired surrogates, and U+FFFD, which marks a character lost in decoding.
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

/** A required text. If the text is missing, the error is the message from the specification. */
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

/** A number, code or name, stored in upper case. */
export const upperCaseText = upperLine(codeLine)

/** A sentence stored in upper case. */
export const upperCaseSentence = upperLine(line)

/** A code of letters, digits, underscore and hyphen. Lower-case letters are converted to upper case. */
export const codeText = (max: number) =>
  codeLine
    .transform((value) => value.toUpperCase())
    .pipe(
      z
        .string()
        .regex(/^[A-Z0-9_-]+$/, 'Please use capital letter without space')
        .max(max, `The maximum length is ${max}`),
    )
    .meta({ maxLength: max, uppercase: true, code: true })

/** An optional field: an empty text becomes null, and an omitted field stays unchanged. */
export const optionalField = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' || value === undefined ? null : value), schema.nullable()).optional()

/** A field with a default, which also replaces empty values. */
export const fieldWithDefault = <Schema extends z.ZodType>(schema: z.ZodDefault<Schema>) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema)

/** A yes/no flag: Y or N. */
export const YN = z.enum(['Y', 'N'])

const answers = new Map<unknown, 'Y' | 'N'>([
  [true, 'Y'],
  ['true', 'Y'],
  [false, 'N'],
  ['false', 'N'],
])
/** A flag without the suffix YN in the specification: accepts true and false as well as Y and N. */
export const Flag = z.preprocess((value) => answers.get(value) ?? value, YN)

/** A valid calendar date, YYYY-MM-DD. */
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

/** A calendar day in replies, in the business time zone. */
export const BusinessDate = z.string().meta({ format: 'date' })

/** An instant in replies: ISO 8601 in UTC. */
export const Instant = z.iso.datetime().meta({ format: 'date-time' })

/**
 * An instant in requests: ISO 8601 with a zone, or `YYYY-MM-DDTHH:mm:ss` without a zone.
 * An instant without a zone is local time of the business zone, which SQL converts to UTC.
 */
export const InstantInput = z
  .string()
  .regex(
    /^(19|20|21)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?$/,
    'Use a time like 2026-01-31T14:30:00',
  )
  .refine((value) => DateOnly.safeParse(value.slice(0, 10)).success, 'This date does not exist')

const decimalText = /^-?\d{1,12}(\.\d+)?$/

/** A decimal as text. A JSON number is converted to its shortest decimal form, without arithmetic. */
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

/** Pads `value` to exactly `places` decimals. Requires a value with at most `places` decimals. */
const padded = (value: string, places: number) => {
  const [whole = '0', fraction = ''] = value.split('.')
  const decimal = `${whole.replace(/^(-?)0+(?=\d)/, '$1')}.${fraction.slice(0, places).padEnd(places, '0')}`
  return /^-0\.0*$/.test(decimal) ? decimal.slice(1) : decimal
}

const places = (value: string) => value.replace(/0+$/, '').split('.')[1]?.length ?? 0

/** An amount of money with at most 2 decimals, up to ±999,999,999,999.99; sent as text like "1234.50". */
export const MoneyInput = decimalIn
  .refine((value) => !value.includes('.') || places(value) <= 2, 'At most 2 decimals')
  .transform((value) => padded(value, 2))
  .pipe(z.string())
  .meta({ money: true })

/** A non-negative amount of money. */
export const MoneyFromZero = MoneyInput.refine((value) => !value.startsWith('-'), 'Must not be negative').meta({
  money: true,
  min: 0,
})

/** A unit price with at most 4 decimals. */
export const UnitPriceInput = decimalIn
  .refine((value) => !value.includes('.') || places(value) <= 4, 'At most 4 decimals')
  .transform((value) => padded(value, 4))

/** A quantity with at most 3 decimals (jewellery is also sold by weight). */
export const QuantityInput = decimalIn
  .refine((value) => !value.includes('.') || places(value) <= 3, 'At most 3 decimals')
  .transform((value) => padded(value, 3))

/** A quantity above 0. */
export const QuantityAboveZero = QuantityInput.refine(
  (value) => !value.startsWith('-') && !/^0(\.0*)?$/.test(value),
  'Must be more than 0',
)

/** A non-negative unit price. */
export const UnitPriceFromZero = UnitPriceInput.refine((value) => !value.startsWith('-'), 'Must not be negative')

/** A rate, rounded half away from zero to 2 decimals, as the specification requires for Amount and PointRate. */
export const RateInput = decimalIn.transform(roundHalfUp).pipe(z.string())

function roundHalfUp(value: string) {
  const negative = value.startsWith('-')
  const [whole = '0', fraction = ''] = value.replace('-', '').split('.')
  const cents =
    BigInt(whole) * 100n + BigInt(fraction.slice(0, 2).padEnd(2, '0')) + ((fraction[2] ?? '0') >= '5' ? 1n : 0n)
  const rounded = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
  return negative && cents > 0n ? `-${rounded}` : rounded
}

/** A decimal in replies: exact text with as many decimals as its database column. */
export const Decimal = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/)
  .meta({ money: true })

/** An amount of money in replies: exact text with 2 decimals. */
export const Money = z
  .string()
  .regex(/^-?\d{1,12}\.\d{2}$/)
  .meta({ money: true })

/** A number in replies that is not money: a share, an average or a number of pieces. */
export const Measure = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/)
  .meta({ figure: true })

/** A person's name in replies, as stored. Pages format the name with `formatPersonName`. */
export const PersonName = z.string().meta({ person: true })

/** A total of several sales, which needs a privilege. The amount of a single sale needs no privilege. */
export const salesTotalField = (exception?: Pick<PrivilegeRequirement, 'visibleIfLookedUpBy'>) =>
  privilegedField('View Sales Information', Decimal, exception)

/** An integer in a range, with separate messages for values that are not numbers and values that are too large. */
export const integerInRange = (min: number, max: number) =>
  z.int('Please only use number').min(min, `Must be at least ${min}`).max(max, `Must be at most ${max}`)

export const POINTS_ENTRY_MAX = 1_000_000_000

/** A number of points to credit or debit: 1 to 1,000,000,000. */
export const PointsAmount = z.int('Enter a whole number').min(1, 'Must be at least 1').max(POINTS_ENTRY_MAX)

/** A number of points in replies. */
export const Points = z.int()

/** The internal id of a record. */
export const Id = z.int().min(1).max(Number.MAX_SAFE_INTEGER)

/** The record version that an update is based on. An update with a stale version is refused. */
export const Version = z.int().min(1)

// The SQL of imports checks e-mail addresses with the same pattern.
// Beyond ASCII, a domain may contain anything but spaces and punctuation.
const beyondAscii = ['\u00a1-\u1fff', '\u2070-\u2fff', '\u3040-\u{10ffff}'].join('')
const inLocal = '[^\\s@<>()\\[\\],;:"\\\\.]+'
const inLabel = `[a-z0-9${beyondAscii}]`
/** Rejects an e-mail address with consecutive dots, or with a dot at either end. */
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

/** One or two phone numbers as typed, without labels and remarks. The customers area also stores them as E.164. */
export const Phone = codeLine
  .transform((typed) => extractPhoneNumbers(typed).join(' / '))
  .pipe(
    z
      .string()
      .regex(new RegExp(`^${phonePattern}( / ${phonePattern})?$`), 'Enter a valid phone number')
      .refine((numbers) => extractPhoneNumbers(numbers).length <= 2, 'Enter a valid phone number'),
  )
  .meta({ maxLength: 60, format: 'tel' })

/** A one-time code or passcode as typed: full-width digits and dashes are normalised, the letter case is kept. */
export const oneTimeCodeInput = (max: number) => z.string().max(max).transform(normaliseCode)

/** A text filter of a list. */
export const filterText = line.pipe(z.string().max(100, 'The maximum length is 100'))

/** A filter on values that are stored in upper case, such as invoice numbers and codes. */
export const upperCaseFilter = codeLine
  .transform((value) => value.toUpperCase())
  .pipe(z.string().max(100, 'The maximum length is 100'))

const plainNumber = (value: string) => value.toUpperCase().replace(/[\s\-./]/g, '')

/** A membership number. Ignores spaces, hyphens and case, and stores upper case without separators. */
export const membershipNumber = codeLine
  .transform(plainNumber)
  .pipe(z.string().min(1, 'Required').max(30, 'The maximum length is 30'))
  .meta({ maxLength: 30, uppercase: true })

/** A filter on the membership number. */
export const membershipFilter = codeLine.transform(plainNumber).pipe(z.string().max(100, 'The maximum length is 100'))

/** Any JSON value. Does not use z.json(), because client generators reject its recursive type. */
export const Json = z.custom<z.core.util.JSONType>((value) => value !== undefined)
