import { FileFormat, type MappingSent } from '../contract/mapping.ts'
import type { ImportKind } from '../contract.ts'
import type { ImportMapping } from './workbench/types.ts'

/** What a page asks about a file beside its columns. */
export type Options = {
  format: FileFormat
  dates: string
  otherDates: string[]
  decimals: '.' | ',' | null
  /** Columns that make one field together. */
  join: { field: string | null; columns: string[] }[]
  /** Words of the file and the values that they stand for. */
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
  /** Code of the structure by which the sales earn; empty: the one that runs for each member. */
  structure: string
}

export const usual: Options = {
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

/** Files of customers and of what they bought. */
export const ofPersons = (kind: ImportKind) => kind === 'customers' || kind === 'sales'

/** What holds where the file says nothing, of the fields that this kind has. */
export const defaultsOf = (
  kind: ImportKind,
  { OutletCode, Brand, LeadSourceCode }: Options,
): Record<string, string> => ({
  ...((ofPersons(kind) || kind === 'leads') && OutletCode?.trim() && { OutletCode: OutletCode.trim() }),
  ...(kind === 'leads' && LeadSourceCode && { LeadSourceCode }),
  ...(kind === 'sales' && Brand?.trim() && { Brand: Brand.trim() }),
})

export const hasDates = (kind: ImportKind) => ofPersons(kind) || kind === 'opening-balances'
export const hasNumbers = (kind: ImportKind) => kind !== 'postcodes' && kind !== 'leads'

/** The columns that make each field together. */
export const joinOf = ({ join }: Pick<Options, 'join'>): Record<string, { columns: string[] }> =>
  Object.fromEntries(
    join.flatMap(({ field, columns }) => (field !== null && columns.length > 0 ? [[field, { columns }]] : [])),
  )

function valuesOf({ words }: Pick<Options, 'words'>) {
  const values: Record<string, Record<string, string>> = {}
  for (const { field, word, value } of words)
    if (field !== null && word.trim() && value.trim()) values[field] = { ...values[field], [word.trim()]: value.trim() }
  return values
}

/** The workbench's columns and the page's options as the contract wants them. */
export function mappingOf(kind: ImportKind, { columns, constants }: ImportMapping, options: Options): MappingSent {
  const written = Object.entries(constants).filter(([, value]) => value.trim() !== '')
  const join = joinOf(options)
  return {
    columns: Object.fromEntries(Object.entries(columns).filter(([, field]) => !(field in join))),
    constants: { ...defaultsOf(kind, options), ...Object.fromEntries(written) },
    ...options.format,
    join,
    values: valuesOf(options),
    ...(hasNumbers(kind) && { decimals: options.decimals }),
    ...(kind === 'vouchers' && { goodRows: options.goodRows }),
    ...(hasDates(kind) && { dates: { format: options.dates, others: options.otherDates } }),
    ...(ofPersons(kind) && { customerReference: options.decimalReferences ? 'decimal' : 'as is' }),
    ...(kind === 'sales' && {
      cancellations: cancellationsOf(options),
      createMembers: options.createMembers,
      earnPoints: options.earnPoints,
      ...(options.earnPoints && options.structure.trim() && { structure: options.structure.trim() }),
    }),
  }
}

function cancellationsOf({ cancellations, prefix, column, values }: Options) {
  if (cancellations === 'prefix' && prefix.trim()) return { invoicePrefix: prefix.trim() }
  if (cancellations === 'column' && column && values.length > 0) return { column, values }
  return null
}

/** A mapping that was kept, ready to be sent again: what the defaults said is said. */
export function mappingAgain(kept: unknown): MappingSent {
  const { createMembers, ...rest } = kept as MappingSent & { createMembers: MappingSent['createMembers'] | null }
  return { ...rest, createMembers: createMembers ?? false }
}
