import { z } from 'zod'
import { customerFieldDeclarations, importedCustomerFields } from '#areas/customers/contract/customer-fields.ts'
import {
  saleFieldDeclarations as saleField,
  importedSaleFields as saleFieldsOfFiles,
} from '#areas/sales/contract/sale-fields.ts'
import { DateOnly, RateInput, text, upperCaseText } from '#kit/contract/fields.ts'

const upper = (code: string) => code.toUpperCase()

// The mapping of a file assigns a field to each column, and has default values. docs/imports.md shows complete examples.

const ofSales = Object.fromEntries(
  saleFieldsOfFiles.map((name): [string, ImportTargetField] => [name, { required: false, ...saleField[name].file! }]),
) as Record<(typeof saleFieldsOfFiles)[number], ImportTargetField>

/** The target fields of imported sales. A field without a column or constant stays empty. */
export const salesTargetFields = {
  InvoiceNo: { required: true, max: 40, example: '536365' },
  PerformedAt: { required: true, max: 40, example: '2026-01-31 14:30:00' },
  Quantity: { required: true, max: 30, example: '1' },
  /** Computed from the net amount if the file has no unit price. */
  UnitPrice: { required: true, or: ['NetAmount'], max: 30, example: '1250.00' },
  NetAmount: { required: false, max: 30, example: '1250.00' },
  Discount: { required: false, max: 30, example: '0.00' },
  Tax: { required: false, max: 30, example: '0.00' },
  CustomerRef: { required: false, max: 60, example: '17850' },
  MembershipNo: { required: false, max: 20, example: 'JC000000018' },
  TransactionType: { required: false, max: 20, example: 'N' },
  ItemCode: { required: false, max: 60, example: 'RG-18K-0042' },
  Description: { required: false, max: 300, example: 'Diamond ring 18K' },
  Brand: { required: true, max: 60, example: 'Carat' },
  ProductType: { required: false, max: 60, example: 'Ring' },
  ProductGroup: { required: false, max: 60, example: 'DIA-RING' },
  StockGroup: { required: false, max: 60, example: 'D01' },
  Weight: { required: false, max: 30, example: '3.250' },
  SerialNo: { required: false, max: 60, example: 'SN-20260131' },
  CertificateNo: { required: false, max: 60, example: 'GIA-2201' },
  OutletCode: { required: true, max: 20, example: 'KL1' },
  ...ofSales,
  SalesOrder: { required: false, max: 40, example: 'SO-2201' },
} as const satisfies Record<string, ImportTargetField>

const ofCustomers = Object.fromEntries(
  importedCustomerFields.map((name): [string, ImportTargetField] => {
    const { max, example, required = false } = customerFieldDeclarations[name].file!
    return [name, { required, max, example }]
  }),
) as Record<(typeof importedCustomerFields)[number], ImportTargetField>

/** The target fields of imported customers, and in the same row of their membership, consents and address. */
export const customerTargetFields = {
  /** One of these fields must be mapped, because it identifies the same row in a second run of the file. */
  CustomerRef: { required: true, or: ['IdNo', 'ContactNo'], max: 60, example: 'C-10001' },
  ...ofCustomers,
  OutletCode: { required: true, max: 20, example: 'KL1' },
  MemberType: { required: false, max: 30, example: 'Premium Member' },
  CardCategoryCode: { required: false, max: 20, example: 'CLASSIC' },
  JoinDate: { required: false, max: 30, example: '2024-05-01' },
  MembershipNo: { required: false, max: 20, example: 'JC000000018' },
  ServiceConsentYN: { required: false, max: 1, example: 'Y' },
  EmailConsentYN: { required: false, max: 1, example: 'N' },
  SMSConsentYN: { required: false, max: 1, example: 'N' },
  Line1: { required: false, max: 100, example: '12 Jalan Ampang' },
  Line2: { required: false, max: 100, example: 'Taman Ampang' },
  Postcode: { required: false, max: 20, example: '50450' },
  City: { required: false, max: 60, example: 'Kuala Lumpur' },
  State: { required: false, max: 60, example: 'Kuala Lumpur' },
} as const satisfies Record<string, ImportTargetField>

/** The target fields of points from an earlier programme. Each row becomes one lot. */
export const openingBalanceTargetFields = {
  MembershipNo: { required: true, max: 20, example: 'JC000000018' },
  Points: { required: true, max: 30, example: '1250' },
  /** Default: the expiry date of points earned on EarnedAt. */
  ExpiryDate: { required: false, max: 30, example: '2027-12-31' },
  /** The date on which the points were earned. Default: today. */
  EarnedAt: { required: false, max: 30, example: '2025-06-30' },
  Remark: { required: false, max: 300, example: 'Balance of the former programme' },
} as const satisfies Record<string, ImportTargetField>

export const postcodeTargetFields = {
  Postcode: { required: true, max: 5, example: '50450' },
  City: { required: true, max: 60, example: 'Kuala Lumpur' },
  State: { required: true, max: 60, example: 'Kuala Lumpur' },
} as const satisfies Record<string, ImportTargetField>

/** The target fields of a file with vouchers, which a printing company or the ERP delivers. */
export const voucherTargetFields = {
  VoucherNo: { required: true, max: 40, example: 'GV-2026-000001' },
  SecurityCode: { required: true, max: 40, example: '7K2M9XQ4' },
  VoucherType: { required: true, max: 10, example: 'G' },
  Value: { required: true, max: 30, example: '100.00' },
  ExpiryDate: { required: true, max: 10, example: '31/12/2027' },
  Reference: { required: false, max: 60, example: 'PRINT-2026-11' },
} as const satisfies Record<string, ImportTargetField>

/** The target fields of prospects from an event or another source. A new prospect becomes a customer. */
export const leadTargetFields = {
  FullName: customerTargetFields.FullName,
  ContactNo: { ...customerTargetFields.ContactNo, required: true, or: ['IdNo'] },
  IdNo: customerTargetFields.IdNo,
  IdType: customerTargetFields.IdType,
  Email: customerTargetFields.Email,
  LeadSourceCode: { required: true, max: 20, example: 'BRIDAL-2026' },
  /** Default: the outlet of the event, otherwise the outlet of the importing account. */
  OutletCode: { required: false, max: 20, example: 'KL1' },
  Language: customerTargetFields.Language,
  Remarks: customerTargetFields.Remarks,
  ConsentYN: { required: false, max: 1, example: 'Y' },
} as const satisfies Record<string, ImportTargetField>

/** `or`: alternative fields, one of which may replace this required field. */
export type ImportTargetField = { required: boolean; or?: readonly string[]; max: number; example: string }

export const targetFieldsByKind = {
  customers: customerTargetFields,
  sales: salesTargetFields,
  'opening-balances': openingBalanceTargetFields,
  postcodes: postcodeTargetFields,
  vouchers: voucherTargetFields,
  leads: leadTargetFields,
}

/** The fields that contain numbers, to which the decimal separator of a mapping applies. */
export const numberTargetFields: ReadonlySet<string> = new Set([
  'Quantity',
  'UnitPrice',
  'NetAmount',
  'Discount',
  'Tax',
  'Weight',
  'Value',
  'Points',
])

/** The target fields with the values Y and N. */
export const yesNoTargetFields: ReadonlySet<string> = new Set([
  'ServiceConsentYN',
  'EmailConsentYN',
  'SMSConsentYN',
  'ConsentYN',
])

/** Records that a run creates before its first sale if they are missing, which needs the right to create each kind. */
const EnsureRules = z.strictObject({
  /** Brands to add to the list of brands. */
  Brands: z.array(text(60)).max(50).default([]),
  ProductGroups: z
    .array(z.strictObject({ Code: text(60).transform(upper), Name: text(100), ProductType: text(60) }))
    .max(200)
    .default([]),
  /** A named structure, which applies only to sales that name the structure. */
  Structure: z
    .strictObject({
      Code: text(20).transform(upper),
      Name: text(100),
      ValidityMonths: z.int().min(1).max(600).nullable().default(null),
      CardCategoryCode: upperCaseText(20).nullable().default(null),
      EffectiveFrom: DateOnly,
      EffectiveTo: DateOnly.nullable().default(null),
    })
    .nullable()
    .default(null),
  Rate: z
    .strictObject({
      Brand: text(60),
      Amount: RateInput,
      PointRate: RateInput,
      EffectiveFrom: DateOnly,
      EffectiveTo: DateOnly.nullable().default(null),
    })
    .nullable()
    .default(null),
})
export type EnsureRules = z.infer<typeof EnsureRules>

const CreateMembers = z.strictObject({
  /** `{ref}` is replaced by the customer reference of the file. */
  Name: text(150).default('CUSTOMER {ref}'),
  MemberType: z.enum(['Premium Member', 'Non-Premium Member']).default('Premium Member'),
  /** Card category of created members. Default: the lowest category of the first card group. */
  CardCategoryCode: upperCaseText(20).nullable().default(null),
  OutletCode: upperCaseText(20).nullable().default(null),
})

const defaults = { create: CreateMembers.parse({}) }

/** Supported encodings. `latin1` is read as windows-1252, a superset of its letters. */
export const FileEncoding = z.enum(['utf8', 'utf-16le', 'latin1', 'windows-1252', 'gb18030', 'big5', 'shift_jis'])
export type FileEncoding = z.infer<typeof FileEncoding>

export const Delimiter = z.enum([',', ';', '\t', '|'])

/** The part of a file that is read, and how its bytes become cells. */
export const FileFormat = z.strictObject({
  encoding: FileEncoding.default('utf8'),
  delimiter: Delimiter.default(','),
  /** The header row, counted from 1 without blank rows. Rows above it are not read. */
  headerRow: z.int().min(1).max(50).default(1),
  /** Workbooks only: the name of the sheet to read. Default: the first visible sheet. */
  sheet: z.string().max(60).nullable().default(null),
  /** Workbooks only: whether to read rows hidden by a filter or by hand. */
  hiddenRows: z.enum(['read', 'skip']).default('read'),
})
export type FileFormat = z.infer<typeof FileFormat>

const columnName = z.string().max(200)
const fieldName = z.string().max(60)

const dateFormat = z
  .string()
  .max(40)
  .regex(/^(?:YYYY|MM|DD|HH|mm|ss|[ T/.:-])+$/, 'Use YYYY, MM, DD, HH, mm and ss')

export const Mapping = z.strictObject({
  /** The target field of each mapped column of the file. */
  columns: z.record(columnName, fieldName),
  /** Fields joined from several columns in the given order, such as first and last name, or a date and its time. */
  join: z
    .record(
      fieldName,
      z.strictObject({ columns: z.array(columnName).min(1).max(6), separator: z.string().max(5).default(' ') }),
    )
    .default({}),
  /** Our value for each word of the file, by field, ignoring case: `{ "EmailConsentYN": { "opted in": "Y" } }`. */
  values: z.record(fieldName, z.record(z.string().min(1).max(100), text(300))).default({}),
  /** Default values, for fields without a column and for empty cells. */
  constants: z.record(z.string().max(60), text(300)).default({}),
  dates: z
    .strictObject({
      /** Date format of YYYY, MM, DD, HH, mm and ss; the time may be omitted. */
      format: dateFormat.default('YYYY-MM-DD HH:mm:ss'),
      /** Further formats, used in this order if the first does not match. */
      others: z.array(dateFormat).max(4).default([]),
      /** The time zone of the file. Default: the business zone. */
      zone: z.string().max(60).nullable().default(null),
    })
    .prefault({}),
  /** `decimal` removes the `.0` from references that a spreadsheet turned into numbers. */
  customerReference: z.enum(['as is', 'decimal']).default('as is'),
  /** The mark of a cancellation; if null, all rows are sales. */
  cancellations: z
    .union([
      z.strictObject({ invoicePrefix: z.string().min(1).max(10) }),
      z.strictObject({ column: z.string().max(200), values: z.array(z.string().max(40)).min(1).max(20) }),
    ])
    .nullable()
    .default(null),
  createMembers: z
    .union([z.boolean(), CreateMembers])
    .transform((requested) => (requested === true ? defaults.create : requested === false ? null : requested))
    .default(null),
  ensureRules: EnsureRules.nullable().default(null),
  /** Sales only: the structure by which all sales of the file earn. Default: `ensureRules.Structure`. */
  structure: text(20).transform(upper).nullable().default(null),
  ...FileFormat.shape,
  /** The decimal separator. Default: a point, but 1,299 fails, and 1.299 fails unless the column also has a 1.29. */
  decimals: z.enum(['.', ',']).nullable().default(null),
  /** Vouchers only: true loads the valid rows of a file with faulty rows; false loads all rows or none. */
  goodRows: z.boolean().default(false),
  /** Sales only: if false, the sales count as purchases but earn no points. */
  earnPoints: z.boolean().default(true),
})
export type Mapping = z.infer<typeof Mapping>
export type MappingInput = z.input<typeof Mapping>

/** Parses a mapping stored by an earlier release; newer options get their defaults. */
export const parseStoredMapping = (stored: Mapping): Mapping =>
  Mapping.parse({ ...stored, createMembers: stored.createMembers ?? false })
