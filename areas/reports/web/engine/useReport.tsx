import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import { schemaFields } from '#kit/contract/schema.ts'
import { isFieldHidden } from '#kit/web/form/schema.ts'
import { businessDate, getCurrency } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { type FieldLabels, useLabels } from '#kit/web/labels.ts'
import { useSession } from '#kit/web/session.ts'
import { cellKind, toColumnSpec, ValueCell } from '#kit/web/table/columns.tsx'
import type { ExportedColumn } from '#kit/web/table/export-info.ts'
import { rowFieldValue } from '#kit/web/table/layout.ts'
import type { ListEndpoint } from '#kit/web/table/list.ts'
import { visibleFilterFields } from '#kit/web/table/search.ts'
import { type ListModel, useList } from '#kit/web/table/useList.ts'
import { useVisibleColumns } from '#kit/web/table/useVisibleColumns.tsx'
import { useViewTools } from '#kit/web/table/ViewMenu.tsx'
import { useIsPhone } from '#kit/web/useMedia.ts'
import { DEFAULT_REPORT_PERIOD_DAYS, type ReadFrom } from '../../contract/report.ts'
import type { ReportFilters, ReportPage } from './page.ts'
import { useReportSelection } from './useTicked.ts'

export type ReportListRow = Record<string, unknown>
/** The reply of a report endpoint. */
export type ReportReply = {
  count: number
  rows: ReportListRow[]
  Totals: ReportListRow
  From: string | null
  Until: string | null
  GeneratedAt: string
  GeneratedBy: string
  ReadFrom: ReadFrom
}

const DAY_MS = 86_400_000

/** Returns the default filters: the specified period and the defaults of the page. The URL shows them for sharing. */
export function defaultReportFilters({ report, page }: ReportPage): ReportFilters {
  const today = businessDate()
  const { dates: [from, until] = [], daysBack = DEFAULT_REPORT_PERIOD_DAYS } = report.declared
  const days = from && until && { [from]: daysBefore(today, daysBack), [until]: today }
  return { ...days, ...page.opens }
}
const daysBefore = (date: string, days: number) => new Date(Date.parse(date) - days * DAY_MS).toISOString().slice(0, 10)

const groupOf = ({ groupedBy, opens }: ReportPage['page'], filters: ReportFilters) =>
  groupedBy && (filters[groupedBy] ?? opens?.[groupedBy])

/** Field whose codes the column `Value` contains, by kind of grouping. */
const codeFields: Record<string, string | undefined> = {
  Outlet: 'OutletCode',
  Staff: 'SalesPersonCode',
  Category: 'CardCategoryCode',
  'Product Group': 'ProductGroup',
}

/** Returns the columns of a report for its filters; the kind of grouping is the title of the column `Value`. */
function declaredColumns(page: ReportPage['page'], filters: ReportFilters, labels: FieldLabels) {
  const { columns, groupedBy } = page
  const declared = typeof columns === 'function' ? columns(filters) : columns
  const group = groupOf(page, filters)
  if (!groupedBy || !group) return declared
  return declared.map((column) => {
    const spec = toColumnSpec(column)
    return spec.field === 'Value'
      ? { ...spec, name: labels.value(groupedBy, group), codesOf: codeFields[group] }
      : column
  })
}

/** Returns the state of a report: filters from the URL, reply and visible columns. `idle` prevents the request. */
export function useReport(shown: ReportPage, { idle = false } = {}) {
  const t = useT()
  const { report, page } = shown
  const { may, isHQ } = useSession()
  const endpoint = report.call as unknown as ListEndpoint
  const defaults = defaultReportFilters(shown)
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
    opens: Object.keys(defaults).length > 0 ? defaults : undefined,
    refetchInterval: undefined,
    asks: idle ? () => false : page.canRun,
  }) as unknown as ListModel<ReportListRow>
  const { filters } = list.state
  const labels = useLabels('reports')
  const columns = useVisibleColumns<ReportListRow>(
    {
      area: 'reports',
      columns: declaredColumns(page, filters, labels) as never,
      optional: (page.optional ?? []) as never,
      // The full page and the print version show full names and dates, and statuses as text.
      section: idle,
    },
    list,
  )
  const hidden = (name: string) => isFieldHidden(totalShape[name] as never, may)
  const total = (totals: ReportListRow, name: string, place: 'figure' | 'cell'): ReactNode => {
    const schema = schemaFields(report.call.reply, 'output').Totals
    const kind = cellKind(name, schema && schemaFields(schema, 'output')[name])
    if (!(name in totals) || hidden(name)) return undefined
    const value = totals[name] ?? null
    if (place === 'figure' && (value === null || value === 0)) return value === null ? '–' : '0'
    return <ValueCell kind={kind} value={value} area="reports" field={name} />
  }
  const totalLabel = (name: string) => {
    const isMoney = cellKind(name, totalShape[name] as never) === 'money'
    return isMoney ? `${labels.field(name)} (${getCurrency()})` : labels.field(name)
  }
  const views = useViewTools({ listKey: list.key, views: list.views, state: list.state, names: list.names })
  const phone = useIsPhone()
  const ticked = useReportSelection(page, rowKey, list)
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
      list: list as ListModel<object>,
      columns: columns as never,
      selection: ticked.selection,
      tools: views.tools,
      phone,
    },
    usual: defaults,
    list,
    filters,
    labels,
    valueCodes: codeFields[groupOf(page, filters) ?? ''],
    offered: visibleFilterFields(list.fields, isHQ),
    columns: { ...columns, columns: columns.columns.map((column) => withLink(column, page, filters)) },
    answer: list.query.data as unknown as ReportReply | undefined,
    total,
    totalLabel,
    totalColumns: totalColumns(totalShape, hidden, totalLabel),
    figures: (page.figures ?? Object.keys(totalShape)).filter((name) => !hidden(name)).slice(0, 4),
  }
}

/** Returns the totals of an export with the same titles as on screen. */
const totalColumns = (
  shape: z.ZodRawShape,
  hidden: (name: string) => boolean,
  label: (name: string) => string,
): ExportedColumn[] =>
  Object.keys(shape)
    .filter((name) => !hidden(name))
    .map((name) => ({
      field: name,
      label: label(name),
      kind: cellKind(name, shape[name] as z.ZodType),
      words: undefined,
    }))

/** Adds to a column with numbers a link to the records that the number counts. */
function withLink<Column extends { field: string; render: (row: ReportListRow) => ReactNode }>(
  column: Column,
  { drill = {} }: ReportPage['page'],
  filters: ReportFilters,
): Column {
  const linkTo = drill[column.field]
  if (!linkTo) return column
  return {
    ...column,
    render: (row) => {
      const value = rowFieldValue(row, column.field)
      const to = value === null || value === 0 ? undefined : linkTo(row as never, filters)
      return to ? <Link to={to}>{column.render(row)}</Link> : column.render(row)
    },
  }
}
