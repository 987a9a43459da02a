import { z } from 'zod'
import { roles } from '#areas/access/roles.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import { filterText, Instant, longText, text } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'

/** The export of a list is open to any role with the privilege Export Data. Access to the list is checked separately. */
export const exportAccess = { role: roles, privilege: 'Export Data' } as const

/** The maximum number of rows in an export without a reason. */
export const EXPORT_ROWS_WITHOUT_REASON_MAX = 5_000
/** The maximum number of rows in a PDF, because a PDF is meant for reading. */
export const PDF_EXPORT_ROWS_MAX = 2_000
/** The number of days after which export files are deleted. */
export const EXPORT_RETENTION_DAYS = 7
/** The maximum number of exports of one user that run at the same time. */
export const CONCURRENT_EXPORTS_MAX = 2
export const EXPORT_KEYS_MAX = 5_000

export const exportRefusals = {
  notFound: refusal(404, 'exports.not_found', 'Record not found'),
  notAList: refusal(400, 'exports.not_a_list', 'There is no list {Path}'),
  noSuchColumn: refusal(400, 'exports.no_such_column', 'The rows of this list do not have the field {Field}'),
  noKeys: refusal(400, 'exports.no_keys', 'Choose the rows to export'),
  tooManyAtOnce: refusal(
    429,
    'exports.too_many_at_once',
    'Two of your exports are already in progress. Wait until one is ready',
  ),
  reasonForRows: refusal(409, 'exports.reason_for_rows', 'Enter a reason for exporting more than {Rows} rows'),
  tooLongForPdf: refusal(
    409,
    'exports.too_long_for_pdf',
    'A PDF has at most {Rows} rows. Choose Excel or CSV, or narrow the search',
  ),
  onlyAmounts: refusal(
    409,
    'exports.only_amounts',
    'The selected columns contain only sales totals, which require the privilege View Sales Information',
  ),
  notOpen: refusal(
    409,
    'exports.not_open',
    'Only an export that is queued or in progress can be cancelled. Status: {Status}',
  ),
  notAgain: refusal(409, 'exports.not_again', 'The export cannot be run again. Status: {Status}'),
  fileGone: refusal(404, 'exports.file_gone', 'The file has been deleted. Export again'),
  stopped: refusal(503, 'exports.stopped', 'The export was stopped with the server. Run it again'),
}

export const ExportFormat = z.enum(['XLSX', 'CSV', 'PDF'])
export type ExportFormat = z.infer<typeof ExportFormat>
export const ExportScope = z.enum(['Page', 'Selected', 'All'])
export type ExportScope = z.infer<typeof ExportScope>
export const ExportStatus = z.enum(['Queued', 'Running', 'Completed', 'Failed', 'Cancelled', 'Expired'])
export type ExportStatus = z.infer<typeof ExportStatus>
export const ExportLanguage = z.enum(['en', 'zh', 'fr', 'ja'])

export const ExportColumn = z.strictObject({
  /** A field of the row, possibly nested, such as `Customer.ContactNo`. */
  Field: z
    .string()
    .regex(/^[A-Za-z]\w*(\.\w+)?$/)
    .max(100),
  Label: text(200),
  Kind: z.enum(['text', 'status', 'yes-no', 'value', 'points', 'number', 'money', 'date', 'instant']).default('text'),
  /** Texts that the screen displays for stored values, by value. */
  Words: z.record(z.string().max(100), z.string().max(200)).optional(),
})
export type ExportColumn = z.infer<typeof ExportColumn>

export const Export = z.strictObject({
  ExportId: z.uuid(),
  Title: z.string(),
  Path: z.string(),
  Format: ExportFormat,
  Scope: ExportScope,
  Status: ExportStatus,
  /** Number of matching rows at the time of the request. */
  RowsExpected: z.int(),
  /** Number of rows written so far; after completion the number of rows in the file. */
  RowsDone: z.int(),
  FileName: z.string(),
  FileBytes: z.int().nullable(),
  Reason: z.string().nullable(),
  Message: z.string().nullable(),
  MessageCode: z.string().nullable(),
  CreatedAt: Instant,
  EndedAt: Instant.nullable(),
  /** Time at which the file will be deleted. */
  ExpiresAt: Instant.nullable(),
})
export type Export = z.infer<typeof Export>

/** Exports selected rows, one page or all rows of a list, with the columns and texts of the screen. */
export const addExport = change({
  path: '/exports/add',
  access: exportAccess,
  status: 201,
  idempotent: true,
  scope: unnamedRows('own account'),
  about: ['export'],
  summary:
    'Exports the rows of a list endpoint into a file: immediately if they are few, in the background if they are many',
  body: z.strictObject({
    /** The path of the list endpoint. */
    Path: text(200),
    /** Title of the list on the screen. */
    Title: text(200),
    /** The body of the list request without Page and Rows. */
    Input: z.record(z.string(), z.unknown()).default({}),
    Columns: z.array(ExportColumn).min(1).max(100),
    /** Totals that the screen shows: fields of `Totals` in the reply of the list. */
    Totals: z.array(ExportColumn).max(60).default([]),
    /** The search filters with the labels of the screen. The file shows only filters that Input contains. */
    Filters: z
      .array(z.strictObject({ Field: z.string().max(100), Label: text(200), Text: z.string().max(500) }))
      .max(50)
      .default([]),
    Format: ExportFormat,
    Scope: ExportScope,
    Page: z.int().min(1).max(1_000_000).default(1),
    Rows: z.int().min(1).max(1000).default(20),
    /** For the scope Selected: the field that identifies a row, and the values of this field in the selected rows. */
    KeyField: z.string().max(100).optional(),
    Keys: z.array(z.string().max(200)).max(EXPORT_KEYS_MAX).optional(),
    Language: ExportLanguage.default('en'),
    Reason: longText(500).optional(),
  }),
  reply: Export,
})

const exportKey = z.strictObject({ ExportId: z.uuid() })

export const listExports = read({
  path: '/exports/find-all',
  access: exportAccess,
  scope: unnamedRows('own account'),
  about: ['export'],
  summary: 'Lists the caller’s own exports, newest first',
  body: pageQuery(
    { Title: filterText, Status: ExportStatus, Format: ExportFormat },
    { rows: 20, sort: ['CreatedAt', 'Title'], direction: 'DESC' },
  ),
  reply: pageReply(Export),
})

export const exportStatus = read({
  path: '/exports/status',
  access: exportAccess,
  scope: namedRows(row('export', 'ExportId', 'own account')),
  summary: 'Returns the progress of one of the caller’s exports',
  body: exportKey,
  reply: Export,
})

export const cancelExport = change({
  path: '/exports/cancel',
  access: exportAccess,
  scope: namedRows(row('export', 'ExportId', 'own account')),
  summary: 'Cancels a queued or running export',
  body: exportKey,
  reply: Export,
})

export const runExportAgain = change({
  path: '/exports/again',
  access: exportAccess,
  status: 201,
  idempotent: true,
  scope: namedRows(row('export', 'ExportId', 'own account')),
  summary: 'Repeats an export with the same list, search and columns and current rows',
  body: exportKey,
  reply: Export,
})

/** The media types of export files by format. */
export const exportMediaTypes = {
  CSV: 'text/csv; charset=utf-8',
  PDF: 'application/pdf',
  XLSX: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<ExportFormat, string>

/** Downloads the file of an export. The handler is in server/files.ts, because the reply is not JSON. */
export const downloadExport = read({
  method: 'GET',
  path: '/exports/download',
  access: exportAccess,
  scope: namedRows(row('export', 'ExportId', 'own account')),
  summary: 'Downloads the file of one of the caller’s exports',
  body: exportKey,
  reply: z.unknown(),
  file: { gives: Object.values(exportMediaTypes) },
})
