import type { z } from 'zod'
import { shortenPersonName } from '#kit/contract/person.ts'
import { arrayItemSchema, schemaFields } from '#kit/contract/schema.ts'
import { Chart } from '#kit/web/Chart.tsx'
import { useCodeName, useCodeNameProvider } from '#kit/web/code-names.ts'
import { isFieldHidden } from '#kit/web/form/schema.ts'
import { formatDate, formatDecimal, formatMoney, formatMonth, formatPoints, getCurrency } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import { cellKind } from '#kit/web/table/columns.tsx'
import type { DeclaredReport } from '../../contract/report.ts'
import type { ReportChartOptions } from './page.ts'
import type { ReportListRow, useReport } from './useReport.tsx'
import '../report.css'

type Props = {
  chart: ReportChartOptions<z.ZodRawShape>
  rows: readonly ReportListRow[]
  report: DeclaredReport
  state: Pick<ReturnType<typeof useReport>, 'labels' | 'valueCodes'>
}

/** Chart of the displayed rows; the table below the chart shows the exact figures. */
export function ReportChart({ chart, rows, report, state: { labels, valueCodes } }: Props) {
  const t = useT()
  const { may } = useSession()
  const codeName = useCodeName(useCodeNameProvider(chart.label === 'Value' ? valueCodes : chart.label))
  const rowsSchema = schemaFields(report.call.reply, 'output').rows
  const shape =
    (rowsSchema && arrayItemSchema(rowsSchema) && schemaFields(arrayItemSchema(rowsSchema)!, 'output')) ?? {}
  const figures = chart.figures.filter((field) => !isFieldHidden(shape[field], may))
  if (figures.length === 0) return null
  const isMoney = (field: string) => cellKind(field, shape[field]) === 'money'
  const text = (field: string, value: unknown) =>
    isMoney(field) ? formatMoney(String(value ?? '0')) : formatDecimal(String(value ?? 0))
  const isPerson = cellKind(chart.label, shape[chart.label]) === 'person'
  const labelOf = (value: unknown) =>
    value === null || value === undefined
      ? t('reports:unknown')
      : cellKind(chart.label, shape[chart.label]) === 'date' || /^\d{4}-\d\d-\d\d$/.test(String(value))
        ? formatDate(String(value))
        : /^\d{4}-\d\d$/.test(String(value))
          ? formatMonth(String(value))
          : isPerson
            ? shortenPersonName(String(value))
            : codeName(labels.value(chart.label, String(value)))
  return (
    <div className="report-chart">
      <Chart
        kind={chart.kind}
        title={t(chart.title)}
        by={labels.field(chart.label)}
        labels={rows.map((row) => labelOf(row[chart.label]))}
        series={figures.map((field) => ({
          name: isMoney(field) ? `${labels.field(field)} (${getCurrency()})` : labels.field(field),
          points: rows.map((row) => ({ value: Number(row[field] ?? 0), text: text(field, row[field]) })),
        }))}
        figure={(value) => formatPoints(Math.round(value))}
        tableBeside
      />
    </div>
  )
}
