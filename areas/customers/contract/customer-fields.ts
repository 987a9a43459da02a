import { z } from 'zod'
import type { ListName } from '#areas/setup/contract.ts'
import {
  DateOnly,
  Email,
  Id,
  longText,
  membershipNumber,
  optionalField,
  PersonName,
  Phone,
  text,
  upperCaseText,
  YN,
} from '#kit/contract/fields.ts'
import { normaliseIdentityNo } from './nric.ts'

/** Normalises an identity number to upper case without separators. Rejects a masked number. */
export const IdNo = text(40)
  .transform(normaliseIdentityNo)
  .pipe(z.string().regex(/^[A-Z0-9]{1,30}$/, 'Enter letters and digits only'))
  .meta({ maxLength: 40, uppercase: true })

/**
 * A masked identity number, as lists and views return it.
 * Only `revealIdentity` returns the full identity number, and it records who read the number.
 * Any other reply that contains a full identity number is a bug and is rejected.
 */
export const MaskedIdNo = z.string().regex(/\*/, 'Must be masked').meta({ masked: true })

type CustomerField = {
  /** The schema of the customer field in requests. */
  write: z.ZodType
  /** The schema of the customer field in replies; by default nullable text. */
  read?: z.ZodType
  /** True if lists of customers have the field as an optional column. */
  listed?: true
  /** The source of the field's values: a lookup list, or the outlets. */
  values?: { list: ListName } | 'outlet'
  /** True if the customer field is displayed, and read from files, as a date. */
  date?: true
  /** The section of the customer form that contains the field. */
  section: 'identity' | 'person' | 'contact' | 'work' | 'family'
  /** True if the registration form omits the customer field. */
  later?: true
  /** How customers can change the field: at once, after a review by staff, or at registration only. */
  selfService?: 'at once' | 'reviewed' | 'registration'
  /** Set if the import of customers accepts the field; `max` is its maximum length in the file. */
  file?: { max: number; example: string; required?: true; upper?: true }
  /** An erasure clears the field unless the field is kept as non-personal or set by the erasure itself. */
  atErasure?: 'keep' | 'set'
  /** A merge lets the user choose between the two values unless this property says otherwise. */
  merge?: 'with IdNo' | 'by rule'
}

/**
 * The fields of a customer that staff edit. Each field is declared once, in the order of forms and views.
 * Endpoints, forms, the view, lists, the import, the merge and the SQL all read this table of fields.
 * A new field needs a column, an entry in this table and its name in the texts.
 */
export const customerFields = {
  FullName: {
    write: upperCaseText(150),
    read: PersonName,
    listed: true,
    section: 'person',
    selfService: 'reviewed',
    file: { max: 150, example: 'NUR AISYAH BINTI AHMAD', required: true, upper: true },
    atErasure: 'set',
  },
  Salutation: {
    write: optionalField(text(20)),
    values: { list: 'Salutation' },
    section: 'person',
    selfService: 'at once',
    file: { max: 20, example: 'Ms' },
  },
  PreferredName: { write: optionalField(text(100)), listed: true, section: 'person', selfService: 'at once' },
  IdType: {
    write: optionalField(text(30)),
    listed: true,
    values: { list: 'IDType' },
    section: 'identity',
    selfService: 'reviewed',
    file: { max: 30, example: 'NRIC' },
    merge: 'with IdNo',
  },
  IdNo: {
    write: optionalField(IdNo),
    read: MaskedIdNo.nullable(),
    listed: true,
    section: 'identity',
    selfService: 'reviewed',
    file: { max: 40, example: '900101-14-5678' },
  },
  /** Set if the customer showed no identity document; allowed for non-premium customers only. */
  IdNotGivenYN: {
    write: YN.default('N'),
    read: YN,
    section: 'identity',
    selfService: 'registration',
    merge: 'with IdNo',
    atErasure: 'set',
  },
  DateOfBirth: {
    write: optionalField(DateOnly),
    listed: true,
    date: true,
    section: 'person',
    selfService: 'reviewed',
    file: { max: 30, example: '1990-01-01' },
  },
  Gender: {
    write: optionalField(text(20)),
    listed: true,
    values: { list: 'Gender' },
    section: 'person',
    selfService: 'reviewed',
    file: { max: 20, example: 'Female' },
  },
  Ethnicity: {
    write: optionalField(text(50)),
    values: { list: 'Race' },
    section: 'person',
    selfService: 'at once',
    file: { max: 50, example: 'Malay' },
  },
  Nationality: {
    write: optionalField(text(60)),
    values: { list: 'Country' },
    section: 'person',
    selfService: 'at once',
    file: { max: 60, example: 'Malaysia' },
  },
  ContactNo: {
    write: Phone,
    listed: true,
    section: 'contact',
    selfService: 'at once',
    file: { max: 60, example: '012-345 6789' },
  },
  AlternateContactNo: { write: optionalField(Phone), section: 'contact', selfService: 'at once' },
  Email: {
    write: optionalField(Email),
    listed: true,
    section: 'contact',
    file: { max: 254, example: 'aisyah@mail.example' },
  },
  Language: {
    write: text(30),
    values: { list: 'Language' },
    section: 'contact',
    selfService: 'at once',
    file: { max: 30, example: 'English' },
    atErasure: 'keep',
  },
  SpokenLanguages: {
    write: z.array(text(30)).max(10).optional(),
    read: z.array(z.string()),
    values: { list: 'SpokenLanguage' },
    section: 'contact',
    selfService: 'at once',
    atErasure: 'set',
  },
  ProfessionLevel: {
    write: optionalField(text(60)),
    values: { list: 'ProfessionLevel' },
    section: 'work',
    selfService: 'at once',
  },
  MonthlyIncomeRange: {
    write: optionalField(text(60)),
    values: { list: 'MonthlyIncomeRange' },
    section: 'work',
    selfService: 'at once',
  },
  WhereYouKnowUs: {
    write: optionalField(text(60)),
    values: { list: 'WhereYouKnowUs' },
    section: 'work',
    selfService: 'registration',
  },
  LeadSourceId: { write: optionalField(Id), read: Id.nullable(), section: 'work', atErasure: 'keep' },
  RecommendMembershipNo: {
    write: optionalField(membershipNumber),
    listed: true,
    section: 'work',
    merge: 'by rule',
    atErasure: 'keep',
  },
  /** The outlet of registration; by default the outlet of the caller. */
  RegisteredOutletCode: {
    write: optionalField(upperCaseText(20)),
    read: z.string(),
    listed: true,
    values: 'outlet',
    section: 'work',
    atErasure: 'keep',
  },
  NearestOutletCode: {
    write: optionalField(upperCaseText(20)),
    listed: true,
    values: 'outlet',
    section: 'work',
    selfService: 'at once',
  },
  PreferredStaffId: { write: optionalField(Id), read: Id.nullable(), section: 'work', later: true },
  MaritalStatus: {
    write: optionalField(text(30)),
    values: { list: 'MaritalStatus' },
    section: 'family',
    selfService: 'at once',
  },
  SpouseName: { write: optionalField(text(150)), section: 'family', selfService: 'at once', later: true },
  SpouseBirthday: {
    write: optionalField(DateOnly),
    date: true,
    section: 'family',
    selfService: 'at once',
    later: true,
  },
  WeddingAnniversary: {
    write: optionalField(DateOnly),
    date: true,
    section: 'family',
    selfService: 'at once',
    later: true,
  },
  Remarks: {
    write: optionalField(longText(1000)),
    section: 'family',
    file: { max: 1000, example: 'Prefers yellow gold' },
  },
} as const satisfies Record<string, CustomerField>

type Fields = typeof customerFields
export type CustomerFieldName = keyof Fields
type Named<Condition> = { [F in CustomerFieldName]: Fields[F] extends Condition ? F : never }[CustomerFieldName]
type Read<F> = F extends { read: infer Schema extends z.ZodType } ? Schema : z.ZodNullable<z.ZodString>

export const customerFieldNames = Object.keys(customerFields) as CustomerFieldName[]

/** The declarations of the customer fields with a common type, for code that handles any field. */
export const customerFieldDeclarations: Readonly<Record<CustomerFieldName, CustomerField>> = customerFields

const namesWhere = <Name extends CustomerFieldName>(matches: (field: CustomerField) => unknown) =>
  customerFieldNames.filter((name) => matches(customerFieldDeclarations[name])) as Name[]

/** Returns the lookup list of a customer field, or undefined for a field without a list. */
export const lookupListNameOfField = (name: CustomerFieldName): ListName | undefined => {
  const { values } = customerFieldDeclarations[name]
  return typeof values === 'object' ? values.list : undefined
}

export const listedCustomerFields = namesWhere<Named<{ listed: true }>>(({ listed }) => listed)
export const importedCustomerFields = namesWhere<Named<{ file: object }>>(({ file }) => file)
export const lookupCustomerFields = namesWhere<Named<{ values: { list: string } }>>(
  ({ values }) => typeof values === 'object',
)
/** The fields that customers may change themselves, after a review by staff or at once. */
export const selfServiceFieldsWithReview = namesWhere<Named<{ selfService: 'reviewed' }>>(
  ({ selfService }) => selfService === 'reviewed',
)
export const selfServiceFieldsWithoutReview = namesWhere<Named<{ selfService: 'at once' }>>(
  ({ selfService }) => selfService === 'at once',
)
const selfServiceFields = namesWhere<Named<{ selfService: string }>>(({ selfService }) => selfService)
/** The lookup lists of fields that customers fill in themselves. */
export const lookupListsOfSelfServiceFields = selfServiceFields.flatMap((name) => lookupListNameOfField(name) ?? [])
/** The customer fields that an erasure clears. */
export const customerFieldsClearedByErasure = namesWhere(({ atErasure }) => !atErasure)
/** The customer fields for which a merge asks the user which value stays. */
export const mergeChoiceFields = namesWhere<Exclude<CustomerFieldName, Named<{ merge: string }>>>(({ merge }) => !merge)

const shapeOf = <Shape>(names: readonly CustomerFieldName[], schema: (field: CustomerField) => z.ZodType) =>
  Object.fromEntries(names.map((name) => [name, schema(customerFieldDeclarations[name])])) as Shape

const readSchema = ({ read = z.string().nullable() }: CustomerField) => read

/** The customer fields that staff may write. The server sets flags, type, status and source. */
export const CustomerFields = z.strictObject(
  shapeOf<{ [F in CustomerFieldName]: Fields[F]['write'] }>(customerFieldNames, ({ write }) => write),
)

/** The reply schemas of the customer fields: `listedCustomerShape` for list rows, `completeCustomerShape` for the customer view. */
export const listedCustomerShape = shapeOf<{ [F in Named<{ listed: true }>]: Read<Fields[F]> }>(
  listedCustomerFields,
  readSchema,
)
export const completeCustomerShape = shapeOf<{ [F in CustomerFieldName]: Read<Fields[F]> }>(
  customerFieldNames,
  readSchema,
)

const writeSchema = ({ write }: CustomerField) => write
type WriteShape<Name extends CustomerFieldName> = { [F in Name]: Fields[F]['write'] }
const profileFields = [...selfServiceFieldsWithReview, ...selfServiceFieldsWithoutReview]
type ProfileField = (typeof profileFields)[number]

/** The schemas of the fields that customers enter at registration, can change later, and see in their profile. */
export const registrationShape = shapeOf<WriteShape<(typeof selfServiceFields)[number]>>(selfServiceFields, writeSchema)
export const profileChangeShape = shapeOf<WriteShape<ProfileField>>(profileFields, writeSchema)
export const ownProfileShape = shapeOf<{ [F in ProfileField]: Read<Fields[F]> }>(profileFields, readSchema)
