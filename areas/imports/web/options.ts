import { FileFormat, type MappingInput } from '../contract/mapping.ts'
import type { ImportKind } from '../contract.ts'
import type { ImportMapping } from './workbench/types.ts'

/** The options for a file besides its column mapping. */
export type ImportOptions = {
  format: FileFormat
  dates: string
  otherDates: string[]
  decimals: '.' | ',' | null
  /** The columns that are joined into one field. */
  join: { field: string | null; columns: string[] }[]
  /** The words of the file and the values that replace them. */
  words: { field: string | null; word: string; value: string }[]
  decimalReferences: boolean
  cancellations: 'none' | 'prefix' | 'column'
  prefix: string
  column: string | null
  values: string[]
  createMembers: boolean
  earnPoints: boolean
  goodRows: boolean
  OutletCode: string | null
  Brand: string | null
  LeadSourceCode: string | null
  /** The code of the structure by which the sales earn. If empty, the structure of each member applies. */
  structure: string
}

export const defaultImportOptions: ImportOptions = {
  format: FileFormat.parse({}),
  dates: 'YYYY-MM-DD HH:mm:ss',
  otherDates: [],
  decimals: null,
  join: [],
  words: [],
  decimalReferences: true,
  cancellations: 'none',
  prefix: 'C',
  column: null,
  values: [],
  createMembers: false,
  earnPoints: true,
  goodRows: false,
  OutletCode: null,
  Brand: null,
  LeadSourceCode: null,
  structure: '',
}

/** The kinds of files whose rows belong to a customer. */
export const isImportKindWithCustomers = (kind: ImportKind) => kind === 'customers' || kind === 'sales'

/** Returns default values for those fields that the kind of file has. */
export const defaultFieldValues = (
  kind: ImportKind,
  { OutletCode, Brand, LeadSourceCode }: ImportOptions,
): Record<string, string> => ({
  ...((isImportKindWithCustomers(kind) || kind === 'leads') && OutletCode?.trim() && { OutletCode: OutletCode.trim() }),
  ...(kind === 'leads' && LeadSourceCode && { LeadSourceCode }),
  ...(kind === 'sales' && Brand?.trim() && { Brand: Brand.trim() }),
})

export const isImportKindWithDates = (kind: ImportKind) =>
  isImportKindWithCustomers(kind) || kind === 'opening-balances'
export const isImportKindWithDecimals = (kind: ImportKind) => kind !== 'postcodes' && kind !== 'leads'

/** Returns the joined columns by their target field. */
export const joinedColumnsByField = ({ join }: Pick<ImportOptions, 'join'>): Record<string, { columns: string[] }> =>
  Object.fromEntries(
    join.flatMap(({ field, columns }) => (field !== null && columns.length > 0 ? [[field, { columns }]] : [])),
  )

function valuesOf({ words }: Pick<ImportOptions, 'words'>) {
  const values: Record<string, Record<string, string>> = {}
  for (const { field, word, value } of words)
    if (field !== null && word.trim() && value.trim()) values[field] = { ...values[field], [word.trim()]: value.trim() }
  return values
}

/** Returns the mapping to send, from the columns of the workbench and the options of the page. */
export function buildImportMapping(
  kind: ImportKind,
  { columns, constants }: ImportMapping,
  options: ImportOptions,
): MappingInput {
  const nonEmptyConstants = Object.entries(constants).filter(([, value]) => value.trim() !== '')
  const join = joinedColumnsByField(options)
  return {
    columns: Object.fromEntries(Object.entries(columns).filter(([, field]) => !(field in join))),
    constants: { ...defaultFieldValues(kind, options), ...Object.fromEntries(nonEmptyConstants) },
    ...options.format,
    join,
    values: valuesOf(options),
    ...(isImportKindWithDecimals(kind) && { decimals: options.decimals }),
    ...(kind === 'vouchers' && { goodRows: options.goodRows }),
    ...(isImportKindWithDates(kind) && { dates: { format: options.dates, others: options.otherDates } }),
    ...(isImportKindWithCustomers(kind) && { customerReference: options.decimalReferences ? 'decimal' : 'as is' }),
    ...(kind === 'sales' && {
      cancellations: cancellationsOf(options),
      createMembers: options.createMembers,
      earnPoints: options.earnPoints,
      ...(options.earnPoints && options.structure.trim() && { structure: options.structure.trim() }),
    }),
  }
}

function cancellationsOf({ cancellations, prefix, column, values }: ImportOptions) {
  if (cancellations === 'prefix' && prefix.trim()) return { invoicePrefix: prefix.trim() }
  if (cancellations === 'column' && column && values.length > 0) return { column, values }
  return null
}

/** Converts a stored mapping to input for a new import: null for `createMembersOfReferences` becomes false. */
export function toMappingInput(stored: unknown): MappingInput {
  const { createMembers, ...mapping } = stored as MappingInput & { createMembers: MappingInput['createMembers'] | null }
  return { ...mapping, createMembers: createMembers ?? false }
}
