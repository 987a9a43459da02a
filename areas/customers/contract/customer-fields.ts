import { z } from 'zod'
import type { ListName } from '#areas/setup/contract.ts'
import {
  DateOnly,
  Email,
  Id,
  longText,
  membershipNumber,
  optional,
  PersonName,
  Phone,
  text,
  upperText,
  YN,
} from '#kit/contract/fields.ts'
import { plainIdentity } from './nric.ts'

/** Upper case, separators removed. A masked number does not fit, so that a form cannot send one back by accident. */
export const IdNo = text(40)
  .transform(plainIdentity)
  .pipe(z.string().regex(/^[A-Z0-9]{1,30}$/, 'Enter letters and digits only'))
  .meta({ maxLength: 40, uppercase: true })

/**
 * An identity number as every list and view shows it. In full it leaves by the one call that writes down who looked; any
 * other reply with one is our mistake and is not sent.
 */
export const MaskedIdNo = z.string().regex(/\*/, 'Must be masked').meta({ masked: true })

type CustomerField = {
  /** What a call may send. */
  write: z.ZodType
  /** What replies hold: a text or null if left out. */
  read?: z.ZodType
  /** Lists of customers hold it too, and their table offers it as a column. */
  listed?: true
  /** Whose entries may be its value: a lookup list, or the outlets. */
  values?: { list: ListName } | 'outlet'
  /** Shown and read from files as a date. */
  date?: true
  /** Under which heading it is changed. */
  section: 'identity' | 'person' | 'contact' | 'work' | 'family'
  /** It is not asked at registration. */
  later?: true
  /** Customers write it themselves: it applies at once, waits for a review by staff, or is asked at registration only. */
  own?: 'at once' | 'reviewed' | 'registration'
  /** A file of customers may bring it, at most so long before it is cleaned. */
  file?: { max: number; example: string; required?: true; upper?: true }
  /** A merge asks which of the two values stays, unless something else is said here. */
  merge?: 'with IdNo' | 'by rule'
}

/**
 * What staff write of a customer, each field declared once. Calls, forms, the view, lists, the import, the merge and the
 * SQL read this table: a new field is a column, an entry here, and its name in the texts. Forms and views keep its order.
 */
export const customerFields = {
  FullName: {
    write: upperText(150),
    read: PersonName,
    listed: true,
    section: 'person',
    own: 'reviewed',
    file: { max: 150, example: 'NUR AISYAH BINTI AHMAD', required: true, upper: true },
  },
  Salutation: {
    write: optional(text(20)),
    values: { list: 'Salutation' },
    section: 'person',
    own: 'at once',
    file: { max: 20, example: 'Ms' },
  },
  PreferredName: { write: optional(text(100)), listed: true, section: 'person', own: 'at once' },
  IdType: {
    write: optional(text(30)),
    listed: true,
    values: { list: 'IDType' },
    section: 'identity',
    own: 'reviewed',
    file: { max: 30, example: 'NRIC' },
    merge: 'with IdNo',
  },
  IdNo: {
    write: optional(IdNo),
    read: MaskedIdNo.nullable(),
    listed: true,
    section: 'identity',
    own: 'reviewed',
    file: { max: 40, example: '900101-14-5678' },
  },
  /** The customer did not show an identity document; only a non-premium customer may leave it so. */
  IdNotGivenYN: { write: YN.default('N'), read: YN, section: 'identity', own: 'registration', merge: 'with IdNo' },
  DateOfBirth: {
    write: optional(DateOnly),
    listed: true,
    date: true,
    section: 'person',
    own: 'reviewed',
    file: { max: 30, example: '1990-01-01' },
  },
  Gender: {
    write: optional(text(20)),
    listed: true,
    values: { list: 'Gender' },
    section: 'person',
    own: 'reviewed',
    file: { max: 20, example: 'Female' },
  },
  Ethnicity: {
    write: optional(text(50)),
    values: { list: 'Race' },
    section: 'person',
    own: 'at once',
    file: { max: 50, example: 'Malay' },
  },
  Nationality: {
    write: optional(text(60)),
    values: { list: 'Country' },
    section: 'person',
    own: 'at once',
    file: { max: 60, example: 'Malaysia' },
  },
  ContactNo: {
    write: Phone,
    listed: true,
    section: 'contact',
    own: 'at once',
    file: { max: 60, example: '012-345 6789' },
  },
  AlternateContactNo: { write: optional(Phone), section: 'contact', own: 'at once' },
  Email: {
    write: optional(Email),
    listed: true,
    section: 'contact',
    file: { max: 254, example: 'aisyah@mail.example' },
  },
  Language: {
    write: text(30),
    values: { list: 'Language' },
    section: 'contact',
    own: 'at once',
    file: { max: 30, example: 'English' },
  },
  SpokenLanguages: {
    write: z.array(text(30)).max(10).optional(),
    read: z.array(z.string()),
    values: { list: 'SpokenLanguage' },
    section: 'contact',
    own: 'at once',
  },
  ProfessionLevel: { write: optional(text(60)), values: { list: 'ProfessionLevel' }, section: 'work', own: 'at once' },
  MonthlyIncomeRange: {
    write: optional(text(60)),
    values: { list: 'MonthlyIncomeRange' },
    section: 'work',
    own: 'at once',
  },
  WhereYouKnowUs: {
    write: optional(text(60)),
    values: { list: 'WhereYouKnowUs' },
    section: 'work',
    own: 'registration',
  },
  LeadSourceId: { write: optional(Id), read: Id.nullable(), section: 'work' },
  RecommendMembershipNo: { write: optional(membershipNumber), listed: true, section: 'work', merge: 'by rule' },
  /** The caller's own outlet if left out. */
  RegisteredOutletCode: {
    write: optional(upperText(20)),
    read: z.string(),
    listed: true,
    values: 'outlet',
    section: 'work',
  },
  NearestOutletCode: {
    write: optional(upperText(20)),
    listed: true,
    values: 'outlet',
    section: 'work',
    own: 'at once',
  },
  PreferredStaffId: { write: optional(Id), read: Id.nullable(), section: 'work', later: true },
  MaritalStatus: { write: optional(text(30)), values: { list: 'MaritalStatus' }, section: 'family', own: 'at once' },
  SpouseName: { write: optional(text(150)), section: 'family', own: 'at once', later: true },
  SpouseBirthday: { write: optional(DateOnly), date: true, section: 'family', own: 'at once', later: true },
  WeddingAnniversary: { write: optional(DateOnly), date: true, section: 'family', own: 'at once', later: true },
  Remarks: { write: optional(longText(1000)), section: 'family', file: { max: 1000, example: 'Prefers yellow gold' } },
} as const satisfies Record<string, CustomerField>

type Fields = typeof customerFields
export type CustomerFieldName = keyof Fields
type Named<Wanted> = { [F in CustomerFieldName]: Fields[F] extends Wanted ? F : never }[CustomerFieldName]
type Read<F> = F extends { read: infer Schema extends z.ZodType } ? Schema : z.ZodNullable<z.ZodString>

export const customerFieldNames = Object.keys(customerFields) as CustomerFieldName[]

/** The same without the narrow types, for code that asks of any field. */
export const declared: Readonly<Record<CustomerFieldName, CustomerField>> = customerFields

const namesWhere = <Name extends CustomerFieldName>(holds: (field: CustomerField) => unknown) =>
  customerFieldNames.filter((name) => holds(declared[name])) as Name[]

/** The lookup list of a field, if it has one. */
export const listOf = (name: CustomerFieldName): ListName | undefined => {
  const { values } = declared[name]
  return typeof values === 'object' ? values.list : undefined
}

export const listedFields = namesWhere<Named<{ listed: true }>>(({ listed }) => listed)
export const fieldsOfFiles = namesWhere<Named<{ file: object }>>(({ file }) => file)
export const fieldsOfLists = namesWhere<Named<{ values: { list: string } }>>(({ values }) => typeof values === 'object')
/** What customers change of themselves after a review, and at once. */
export const reviewedFields = namesWhere<Named<{ own: 'reviewed' }>>(({ own }) => own === 'reviewed')
export const immediateFields = namesWhere<Named<{ own: 'at once' }>>(({ own }) => own === 'at once')
const ownFields = namesWhere<Named<{ own: string }>>(({ own }) => own)
/** The lookup lists that customers choose from. */
export const ownLists = ownFields.flatMap((name) => listOf(name) ?? [])
/** Those of which a merge asks whose value stays. */
export const mergeFields = namesWhere<Exclude<CustomerFieldName, Named<{ merge: string }>>>(({ merge }) => !merge)

const shapeOf = <Shape>(names: readonly CustomerFieldName[], schema: (field: CustomerField) => z.ZodType) =>
  Object.fromEntries(names.map((name) => [name, schema(declared[name])])) as Shape

const reads = ({ read = z.string().nullable() }: CustomerField) => read

/** What staff may write of a customer. Flags, type, status and source are the server's. */
export const CustomerFields = z.strictObject(
  shapeOf<{ [F in CustomerFieldName]: Fields[F]['write'] }>(customerFieldNames, ({ write }) => write),
)

/** What lists hold of these fields, and what the view of one customer holds. */
export const listedShape = shapeOf<{ [F in Named<{ listed: true }>]: Read<Fields[F]> }>(listedFields, reads)
export const wholeShape = shapeOf<{ [F in CustomerFieldName]: Read<Fields[F]> }>(customerFieldNames, reads)

const writes = ({ write }: CustomerField) => write
type Written<Name extends CustomerFieldName> = { [F in Name]: Fields[F]['write'] }
const profileFields = [...reviewedFields, ...immediateFields]
type ProfileField = (typeof profileFields)[number]

/** What customers write at registration, what they change later, and what they see of themselves. */
export const registrationShape = shapeOf<Written<(typeof ownFields)[number]>>(ownFields, writes)
export const profileChangeShape = shapeOf<Written<ProfileField>>(profileFields, writes)
export const profileShape = shapeOf<{ [F in ProfileField]: Read<Fields[F]> }>(profileFields, reads)
