import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { filterText, Instant, Json, PersonName } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'
import { Delimiter, FileEncoding, FileFormat, Mapping } from './contract/mapping.ts'

export const ImportKind = z.enum(['customers', 'sales', 'opening-balances', 'postcodes', 'vouchers', 'leads'])
export type ImportKind = z.infer<typeof ImportKind>

/** The role that each kind of import requires in addition to the privilege Import Data. */
export const importRoleByKind = {
  customers: 'Customer',
  sales: 'Customer Transaction',
  'opening-balances': 'Point Adjustment',
  postcodes: 'Settings',
  vouchers: 'Voucher Listing',
  leads: 'Import Leads',
} as const satisfies Record<ImportKind, string>

const access = {
  role: ['Customer', 'Customer Transaction', 'Point Adjustment', 'Settings', 'Voucher Listing', 'Import Leads'],
  privilege: 'Import Data',
} as const

export const IMPORT_FILE_BYTES_MAX = 200 * 1024 * 1024
/** The maximum compression ratio of an uploaded file. Lists of rows compress far less. */
export const IMPORT_COMPRESSION_RATIO_MAX = 100
export const IMPORT_COLUMNS_MAX = 200
export const IMPORT_SAMPLE_ROWS = 10

export const importRefusals = {
  notFound: refusal(404, 'imports.not_found', 'Record not found'),
  running: refusal(409, 'imports.running', 'Another import of this kind is in progress. Wait until it has finished'),
  done: refusal(409, 'imports.done', 'This file has already been imported. Upload it again to import it again'),
  noFile: refusal(400, 'imports.no_file', 'Choose a file'),
  fileGone: refusal(409, 'imports.file_gone', 'The file has been deleted. Upload it again'),
  tooLarge: refusal(413, 'imports.too_large', 'The file is larger than {megabytes} MB'),
  notCsv: refusal(400, 'imports.not_csv', 'The file is not a CSV file with a row of column names: {reason}'),
  kind: refusal(
    400,
    'imports.kind',
    'Choose what the file contains: customers, sales, opening balances, postcodes, vouchers or leads',
  ),
  column: refusal(400, 'imports.column', 'The mapping names the column "{column}", which the file does not have'),
  mapping: refusal(400, 'imports.mapping', 'The mapping cannot be used: {reason}'),
  forbidden: refusal(403, 'imports.forbidden', 'You do not have permission to import {kind}'),
  unpackedTooLarge: refusal(413, 'imports.unpacked_too_large', 'Unpacked, the file is larger than {megabytes} MB'),
  packedTooTightly: refusal(
    400,
    'imports.packed_too_tightly',
    'The file unpacks to more than {times} times its size, which no list of rows does',
  ),
  encoding: refusal(
    400,
    'imports.encoding',
    'The letters of this file make no sense in {encoding}. Choose another encoding',
  ),
  noSheet: refusal(400, 'imports.no_sheet', 'The workbook has no sheet {sheet}'),
  headOfficeOnly: refusal(403, 'imports.head_office_only', 'Only head office imports vouchers'),
  mayNotMake: refusal(403, 'imports.may_not_make', 'The mapping would create {what}, which requires the role {role}'),
}

/** The number of rows above which a file needs the approval of a second person. */
export const IMPORT_ROWS_WITHOUT_APPROVAL_MAX = 10_000

/** The reasons why a row was skipped or failed, with their texts in the file of failed rows. */
export const importRowReasons = {
  already_there: 'Already exists',
  in_future: '{Field} is in the future: {Value}',
  amounts_differ: '{Field} is not quantity × unit price − discount: {Value}',
  not_a_brand: 'There is no brand {Value}',
  not_a_product_group: 'There is no product group {Value}',
  too_many_points: '{Value} points in one entry exceed the maximum of 1,000,000,000',
  nobody: 'A customer reference, identity number or phone is required',
  exists_differently: 'This invoice exists with other lines or another amount',
  missing: '{Field} is missing',
  not_a_number: '{Field} is not a number: {Value}',
  out_of_range: '{Field} is out of range: {Value}',
  not_a_date: '{Field} is not a date: {Value}',
  ambiguous_number: '{Field} can mean two amounts, choose the decimal separator: {Value}',
  not_an_nric: '{Field} is not an NRIC of 12 digits, a leading zero may be lost: {Value}',
  not_exact: '{Field} has lost digits, format the column as text: {Value}',
  too_long: '{Field} is too long: {Value}',
  not_allowed: '{Field} is not one of the values allowed: {Value}',
  not_an_outlet: 'There is no outlet {Value}',
  other_outlet: 'Only rows of your own outlet can be imported: {Value}',
  other_outlet_customer: 'This customer belongs to another outlet: {Value}',
  not_a_member: 'There is no member {Value}',
  two_customers: 'This invoice has lines of more than one customer',
  two_outlets: 'This invoice has lines of more than one outlet',
  rest_of_invoice: 'Another line of this invoice has failed (row {Value})',
  wrong_columns: 'The number of columns differs from the header: {Value}',
  unreadable: 'The row cannot be read: {Value}',
  twice_in_file: 'The same customer is already in row {Value}',
  not_a_voucher_type: 'There is no voucher type {Value}',
  not_a_voucher_number: '{Field} may hold letters, digits and _ / . - only: {Value}',
  voucher_twice: 'The same voucher is already in row {Value}',
  voucher_exists: 'This voucher number exists with another type or value: {Value}',
  other_rows_failed: 'Not loaded, because other rows have errors',
  no_contact: 'A phone number or an identity number is required',
  not_a_lead_source: 'There is no active lead source {Value}',
  lead_exists: 'Already a customer, matched by {Field}: {Value}',
  lead_merged: 'Already a customer, matched by {Field} of a record that was merged into {Value}',
  lead_elsewhere: 'Already a customer of another outlet, matched by {Field}',
  lead_same_row: 'The same person as in row {Value}, matched by {Field}',
  customer_exists: 'Another customer already has this {Field}: {Value}',
} as const
export type ImportRowReason = keyof typeof importRowReasons

export const ImportStatus = z.strictObject({
  Status: z.enum(['Uploaded', 'Running', 'Completed', 'Failed', 'Cancelled']),
  Read: z.int(),
  Created: z.int(),
  Skipped: z.int(),
  Failed: z.int(),
  Total: z.int().nullable(),
  Step: z.string(),
  Message: z.string().nullable(),
  /** Outcome: `warning` if rows failed or no row was created, `failed` if both are true or the run failed. */
  Level: z.enum(['none', 'success', 'warning', 'failed']),
})
export type ImportStatus = z.infer<typeof ImportStatus>

export const RowFault = z.strictObject({
  Reason: z.string(),
  Field: z.string().nullable(),
  Value: z.string().nullable(),
})
export type RowFault = z.infer<typeof RowFault>

export const RowResult = z.strictObject({
  /** Number of the first row of the range; rows are numbered from 1, without the header. */
  FirstRow: z.int(),
  LastRow: z.int(),
  Result: z.enum(['Created', 'Skipped', 'Failed']),
  /** The first fault of the row, as in `Faults`. */
  Reason: z.string().nullable(),
  Field: z.string().nullable(),
  Value: z.string().nullable(),
  /** All faults of a failed row. For leads `Value` is the member that the row created or matched. */
  Faults: z.array(RowFault),
})
export type RowResult = z.infer<typeof RowResult>

/** The result of a run, or the prediction of a dry run. Read always equals Created + Skipped + Failed. */
export const ImportResult = z.strictObject({
  Read: z.int(),
  Created: z.int(),
  Skipped: z.int(),
  Failed: z.int(),
  Reasons: z.array(z.strictObject({ Result: z.enum(['Skipped', 'Failed']), Reason: z.string(), Rows: z.int() })),
  /** The first rows that would fail, to help correct the mapping. */
  Examples: z.array(RowResult),
  Figures: z.record(z.string(), z.union([z.string(), z.int()])),
})
export type ImportResult = z.infer<typeof ImportResult>

export const ImportJob = ImportStatus.extend({
  ImportId: z.uuid(),
  Kind: ImportKind,
  FileName: z.string(),
  FileBytes: z.int(),
  CreatedBy: PersonName.nullable(),
  CreatedAt: Instant,
  StartedAt: Instant.nullable(),
  EndedAt: Instant.nullable(),
})
export type ImportJob = z.infer<typeof ImportJob>

/** The response to an upload, with all data that the mapping of columns needs. */
export const UploadedImport = z.strictObject({
  ImportId: z.uuid(),
  Columns: z.array(z.string()),
  Sample: z.array(z.array(z.string())),
  /** The detected format, to be repeated in the mapping. */
  Encoding: FileEncoding,
  Delimiter,
  HeaderRow: z.int(),
  /** True if another encoding is equally plausible, so that the user has to choose. */
  EncodingUnsure: z.boolean(),
  /** Null for files that are not workbooks. */
  Workbook: z
    .strictObject({
      Sheet: z.string(),
      Sheets: z.array(z.strictObject({ Name: z.string(), Hidden: z.boolean() })),
      /** Rows of the sheet hidden by a filter or by hand. */
      HiddenRows: z.int(),
    })
    .nullable(),
})
export type UploadedImport = z.infer<typeof UploadedImport>

const ImportId = z.strictObject({ ImportId: z.uuid() })

// Files are not JSON; the upload and download routes are implemented in server/files.ts.

export const uploadImport = change({
  path: '/imports/upload',
  access,
  scope: unnamedRows('own outlet'),
  about: ['import'],
  summary: 'Uploads a file to import: CSV, optionally gzip, or a workbook',
  status: 201,
  body: z.strictObject({ Kind: ImportKind }),
  reply: UploadedImport,
  file: { takes: 'File', fieldsIn: 'query' },
})

export const readImport = read({
  path: '/imports/read',
  access,
  scope: namedRows(row('import', 'ImportId', 'own outlet')),
  summary: 'Reads the columns and first rows of an uploaded file with another encoding, delimiter, header row or sheet',
  body: ImportId.extend({ Format: FileFormat }),
  reply: UploadedImport,
})

export const importFailedRows = read({
  method: 'GET',
  path: '/imports/failed-rows',
  access,
  scope: namedRows(row('import', 'ImportId', 'own outlet')),
  summary: 'Downloads the failed rows of an import as CSV, each with its reason',
  body: ImportId,
  reply: z.unknown(),
  file: { gives: ['text/csv; charset=utf-8'] },
})

export const listImports = read({
  path: '/imports/find-all',
  access,
  scope: unnamedRows('own outlet'),
  about: ['import'],
  summary: 'Lists past and running imports, newest first',
  body: pageQuery(
    { Kind: ImportKind, Status: filterText, FileName: filterText },
    { rows: 10, sort: ['CreatedAt'], direction: 'DESC' },
  ),
  reply: pageReply(ImportJob),
})

export const getImport = read({
  path: '/imports/find-one',
  access,
  scope: namedRows(row('import', 'ImportId', 'own outlet')),
  summary: 'Returns one import with its columns, mapping and figures',
  body: ImportId,
  reply: ImportJob.extend({
    Columns: z.array(z.string()),
    Sample: z.array(z.array(z.string())),
    Mapping: Json,
    Figures: z.record(z.string(), z.union([z.string(), z.int()])).nullable(),
  }),
})

export const dryRunImport = read({
  path: '/imports/dry-run',
  access,
  scope: namedRows(row('import', 'ImportId', 'own outlet')),
  summary: 'Reports what a run with this mapping would create, skip and fail, without changing anything',
  body: ImportId.extend({ Mapping }),
  reply: ImportResult,
})

export const runImport = change({
  path: '/imports/run',
  access,
  scope: namedRows(row('import', 'ImportId', 'own outlet')),
  summary: 'Starts the import as a job; poll /imports/status for its progress',
  body: ImportId.extend({ Mapping }),
  reply: ImportStatus,
  idempotent: true,
})

export const importStatus = read({
  path: '/imports/status',
  access,
  scope: namedRows(row('import', 'ImportId', 'own outlet')),
  summary: 'Returns the progress of an import',
  body: ImportId,
  reply: ImportStatus,
})

export const listImportRows = read({
  path: '/imports/rows',
  access,
  scope: namedRows(row('import', 'Search.ImportId', 'own outlet')),
  summary: 'Lists the row results of an import as ranges of rows with the same result',
  body: pageQuery(
    { ImportId: z.uuid(), Result: z.enum(['Created', 'Skipped', 'Failed']) },
    { rows: 20, sort: ['FirstRow'] },
  ),
  reply: pageReply(RowResult),
})

/** The result of uploading a voucher file in one request. */
export const UploadedVouchers = ImportStatus.extend({
  ImportId: z.uuid(),
  /** Number of vouchers stored. */
  Count: z.int(),
})

export const uploadVouchers = change({
  path: '/pronto-sync/vouchers/batch',
  access: { role: 'Voucher Listing', privilege: 'Import Data' },
  scope: unnamedRows('HQ'),
  about: ['voucher', 'import'],
  summary: 'Uploads a voucher file, validates every row and loads all or none; more than 10,000 rows wait for approval',
  status: 201,
  body: z.strictObject({}),
  reply: UploadedVouchers,
  file: { takes: 'File', fieldsIn: 'query' },
})
