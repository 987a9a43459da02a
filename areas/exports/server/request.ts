import type { Input } from '#kit/contract/endpoint.ts'
import type { Actor } from '#kit/server/ctx.ts'
import type { Route } from '#kit/server/serve.ts'
import { type addExport, type ExportColumn, type ExportFormat, type ExportScope, refusals } from '../contract.ts'
import { fieldOf, totalOf } from './lists.ts'

/** What is asked of an export: kept in its record, so that another server, or another day, can make it. */
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

/** What is asked of a list: its input, and all of it, one page, or the rows with these keys. */
export type ListAsked = Pick<ExportRequest, 'input' | 'scope' | 'page' | 'pageRows' | 'keyField' | 'keys'>

export function requestOf(requested: Input<typeof addExport>): ExportRequest {
  const { Scope, KeyField, Keys } = requested
  if (Scope === 'Selected' && (!KeyField || !Keys || Keys.length === 0)) throw refusals.noKeys()
  return {
    path: requested.Path,
    title: requested.Title,
    input: requested.Input,
    columns: requested.Columns,
    totals: requested.Totals,
    filters: requested.Filters,
    format: requested.Format,
    scope: Scope,
    page: Scope === 'Page' ? requested.Page : null,
    pageRows: Scope === 'Page' ? requested.Rows : null,
    keyField: Scope === 'Selected' ? KeyField! : null,
    keys: Scope === 'Selected' ? [...new Set(Keys)] : null,
    language: requested.Language,
    reason: requested.Reason ?? null,
  }
}

/** Refuses columns, and a key, that the rows of the list do not have. */
export function refuseUnknownColumns(list: Route, { columns, totals, keyField }: ExportRequest) {
  const unknown =
    [...columns.map(({ Field }) => Field), ...(keyField === null ? [] : [keyField])].find(
      (field) => !fieldOf(list, field),
    ) ?? totals.map(({ Field }) => Field).find((field) => !totalOf(list, field))
  if (unknown !== undefined) throw refusals.noSuchColumn({ Field: unknown })
}

/** The columns that this person may take away: none that needs a privilege which they lack. */
export function allowedColumns(list: Route, { columns }: ExportRequest, { privileges }: Pick<Actor, 'privileges'>) {
  const allowed = columns.filter(({ Field }) => {
    const privilege = fieldOf(list, Field)?.privilege
    return privilege === undefined || privileges.has(privilege)
  })
  if (allowed.length === 0) throw refusals.onlyAmounts()
  return allowed
}

/** What they may see of what is added up. */
export const allowedTotals = (list: Route, { totals }: ExportRequest, { privileges }: Pick<Actor, 'privileges'>) =>
  totals.filter(({ Field }) => {
    const privilege = totalOf(list, Field)?.privilege
    return privilege === undefined || privileges.has(privilege)
  })
