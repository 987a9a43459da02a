import type { Input } from '#kit/contract/endpoint.ts'
import type { Actor } from '#kit/server/ctx.ts'
import type { Route } from '#kit/server/serve.ts'
import { type addExport, type ExportColumn, type ExportFormat, type ExportScope, exportRefusals } from '../contract.ts'
import { findColumnSchema, findTotalSchema } from './lists.ts'

/** A complete export request. Stored with the export, so that another server can run it later. */
export type ExportRequest = {
  path: string
  title: string
  input: Record<string, unknown>
  columns: ExportColumn[]
  totals: ExportColumn[]
  filters: { Field: string; Label: string; Text: string }[]
  format: ExportFormat
  scope: ExportScope
  page: number | null
  pageRows: number | null
  keyField: string | null
  keys: string[] | null
  language: 'en' | 'zh' | 'fr' | 'ja'
  reason: string | null
}

/** The rows of a list to export: all rows that match the input, one page, or the rows with the given keys. */
export type ExportedListQuery = Pick<ExportRequest, 'input' | 'scope' | 'page' | 'pageRows' | 'keyField' | 'keys'>

export function toNewExportRequest(input: Input<typeof addExport>): ExportRequest {
  const { Scope, KeyField, Keys } = input
  if (Scope === 'Selected' && (!KeyField || !Keys || Keys.length === 0)) throw exportRefusals.noKeys()
  return {
    path: input.Path,
    title: input.Title,
    input: input.Input,
    columns: input.Columns,
    totals: input.Totals,
    filters: input.Filters,
    format: input.Format,
    scope: Scope,
    page: Scope === 'Page' ? input.Page : null,
    pageRows: Scope === 'Page' ? input.Rows : null,
    keyField: Scope === 'Selected' ? KeyField! : null,
    keys: Scope === 'Selected' ? [...new Set(Keys)] : null,
    language: input.Language,
    reason: input.Reason ?? null,
  }
}

/** Refuses columns, totals and keys that the rows of the list do not have. */
export function refuseUnknownColumns(list: Route, { columns, totals, keyField }: ExportRequest) {
  const unknown =
    [...columns.map(({ Field }) => Field), ...(keyField === null ? [] : [keyField])].find(
      (field) => !findColumnSchema(list, field),
    ) ?? totals.map(({ Field }) => Field).find((field) => !findTotalSchema(list, field))
  if (unknown !== undefined) throw exportRefusals.noSuchColumn({ Field: unknown })
}

/** Returns the requested columns that the user's privileges allow. Throws if no such column is left. */
export function filterAllowedColumns(
  list: Route,
  { columns }: ExportRequest,
  { privileges }: Pick<Actor, 'privileges'>,
) {
  const allowed = columns.filter(({ Field }) => {
    const privilege = findColumnSchema(list, Field)?.privilege
    return privilege === undefined || privileges.has(privilege)
  })
  if (allowed.length === 0) throw exportRefusals.onlyAmounts()
  return allowed
}

/** Returns the requested totals that the user's privileges allow. */
export const filterAllowedTotals = (
  list: Route,
  { totals }: ExportRequest,
  { privileges }: Pick<Actor, 'privileges'>,
) =>
  totals.filter(({ Field }) => {
    const privilege = findTotalSchema(list, Field)?.privilege
    return privilege === undefined || privileges.has(privilege)
  })
