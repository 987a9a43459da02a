import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import { fieldsOf } from '#kit/contract/schema.ts'
import { isHidden } from '#kit/web/form/schema.ts'
import { businessDate, getCurrency } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { useSession } from '#kit/web/session.ts'
import { Cell, cellKindOf } from '#kit/web/table/columns.tsx'
import type { FileColumn } from '#kit/web/table/export-info.ts'
import { valueAt } from '#kit/web/table/layout.ts'
import type { ListEndpoint } from '#kit/web/table/list.ts'
import { offeredFields } from '#kit/web/table/search.ts'
import { type List, useList } from '#kit/web/table/useList.ts'
import { useVisibleColumns } from '#kit/web/table/useVisibleColumns.tsx'
import { useViewTools } from '#kit/web/table/ViewMenu.tsx'
import { useIsPhone } from '#kit/web/useMedia.ts'
import { DAYS_BACK, type ReadFrom } from '../../contract/report.ts'
import type { Filters, ReportPage } from './page.ts'
import { useTicked } from './useTicked.ts'

export type Row = Record<string, unknown>
/** What a report answers beside its rows. */
export type Answer = {
  count: number
  rows: Row[]
  Totals: Row
  From: string | null
  Until: string | null
  GeneratedAt: string
  GeneratedBy: string
  ReadFrom: ReadFrom
}

const DAY_MS = 86_400_000

/** What a plain address opens with: the week up to today (specification 9), written out so that it can be sent on. */
export function usualFilters({ report, page }: ReportPage): Filters {
  const today = businessDate()
  const { dates: [from, until] = [], daysBack = DAYS_BACK } = report.declared
  const days = from && until && { [from]: daysBefore(today, daysBack), [until]: today }
  return { ...days, ...page.opens }
}
const daysBefore = (date: string, days: number) => new Date(Date.parse(date) - days * DAY_MS).toISOString().slice(0, 10)

/** A report as it stands: what the address asks for, what was answered, its columns for this user. `idle`: asked for elsewhere. */
export function useReport(shown: ReportPage, { idle = false } = {}) {
  const t = useT()
  const { report, page } = shown
  const { may, isHQ } = useSession()
  const endpoint = report.call as unknown as ListEndpoint
  const usual = usualFilters(shown)
  const { amounts = [], key: rowKey, totals: totalShape } = report.declared
  const search = Object.fromEntries(
    Object.entries(page.search).filter(([name]) => may('View Sales Information') || !amounts.includes(name)),
  )
  const list = useList({
    list: endpoint,
    rowKey,
    search,
    fixed: undefined,
    rows: undefined,
    name: undefined,
    opens: Object.keys(usual).length > 0 ? usual : undefined,
    refetchInterval: undefined,
    asks: idle ? () => false : page.asks,
  }) as unknown as List<Row>
  const { filters } = list.state
  const columns = useVisibleColumns<Row>(
    {
      area: 'reports',
      columns: (typeof page.columns === 'function' ? page.columns(filters) : page.columns) as never,
      optional: (page.optional ?? []) as never,
      // Alone on its page, and on paper, names and dates are whole and a status is text.
      section: idle,
    },
    list,
  )
  const labels = useLabels('reports')
  const hidden = (name: string) => isHidden(totalShape[name] as never, may)
  const total = (totals: Row, name: string, place: 'figure' | 'cell'): ReactNode => {
    const schema = fieldsOf(report.call.reply, 'output').Totals
    const kind = cellKindOf(name, schema && fieldsOf(schema, 'output')[name])
    if (!(name in totals) || hidden(name)) return undefined
    const value = totals[name] ?? null
    if (place === 'figure' && (value === null || value === 0)) return value === null ? '–' : '0'
    return <Cell kind={kind} value={value} area="reports" field={name} />
  }
  const totalLabel = (name: string) => {
    const label = labels.field(name)
    const schema = totalShape[name] as never
    return cellKindOf(name, schema) === 'money' ? `${label} (${getCurrency()})` : label
  }
  const views = useViewTools({ listKey: list.key, views: list.views, state: list.state, names: list.names })
  const phone = useIsPhone()
  const ticked = useTicked(page, rowKey, list)
  return {
    t,
    rowKey,
    ...ticked,
    views,
    phone,
    tools: {
      area: 'reports' as const,
      endpoint,
      label: t(`reports:screens.${shown.key}`),
      rowKey,
      list: list as List<object>,
      columns: columns as never,
      selection: ticked.selection,
      tools: views.tools,
      phone,
    },
    usual,
    list,
    filters,
    labels,
    offered: offeredFields(list.fields, isHQ),
    columns: { ...columns, columns: columns.columns.map((column) => leading(column, page, filters)) },
    answer: list.query.data as unknown as Answer | undefined,
    total,
    totalLabel,
    totalColumns: totalColumns(totalShape, hidden, totalLabel),
    figures: (page.figures ?? Object.keys(totalShape)).filter((name) => !hidden(name)).slice(0, 4),
  }
}

/** What is added up, for a file that is equal to the screen. */
const totalColumns = (
  shape: z.ZodRawShape,
  hidden: (name: string) => boolean,
  label: (name: string) => string,
): FileColumn[] =>
  Object.keys(shape)
    .filter((name) => !hidden(name))
    .map((name) => ({
      field: name,
      label: label(name),
      kind: cellKindOf(name, shape[name] as z.ZodType),
      words: undefined,
    }))

/** A number leads to what it counts. */
function leading<Column extends { field: string; render: (row: Row) => ReactNode }>(
  column: Column,
  { drill = {} }: ReportPage['page'],
  filters: Filters,
): Column {
  const way = drill[column.field]
  if (!way) return column
  return {
    ...column,
    render: (row) => {
      const value = valueAt(row, column.field)
      const to = value === null || value === 0 ? undefined : way(row as never, filters)
      return to ? <Link to={to}>{column.render(row)}</Link> : column.render(row)
    },
  }
}
