import { useLabels } from '#kit/web/labels.ts'
import { type Column, Nothing } from '#kit/web/table/columns.tsx'
import type { TextKey } from '#kit/web/vocabulary.ts'
import type { Report } from '../../contract/report.ts'
import { type Filters, type ReportPage, reportPage } from './page.ts'

type Grouping = {
  /** The column's name. */
  title: TextKey
  /** The filter by which the report itself shows the rows of a group. */
  asks?: string
  /** Values that have words: those of this field. */
  words?: string
  /** The groups are people. */
  people?: true
}

type Declared = {
  /** What rows are grouped by, in the order of the contract. */
  by: Record<string, Grouping>
  columns: readonly Column<Record<string, unknown>>[]
  figures?: readonly string[]
  /** The report whose totals these are. */
  rows: ReportPage
}

/** The page of a report's totals: its filters, and what to tell apart by. A group leads to its rows. */
export function totalsPage(report: Pick<Report, 'key'>, { by, columns, figures, rows }: Declared): ReportPage {
  const told = ({ TotalsBy }: Filters) => by[TotalsBy ?? ''] ?? Object.values(by)[0]!
  const rowsOf = ({ Key }: { Key: string }, { TotalsBy, ...filters }: Filters) => {
    const { asks } = told({ TotalsBy: TotalsBy ?? '' })
    if (!asks || Key === '-') return undefined
    return `?${new URLSearchParams({ ...filters, show: rows.key, [asks]: Key })}`
  }
  const { search, empty, meanings } = rows.page
  return reportPage(
    report as never,
    {
      columns: (filters: Filters) => [nameOf(told(filters)), ...columns],
      search: { TotalsBy: Object.keys(by), ...search },
      opens: { TotalsBy: Object.keys(by)[0]! },
      ...(figures && { figures }),
      ...(empty && { empty }),
      ...(meanings && { meanings }),
      rowLink: rowsOf,
    } as never,
  )
}

const nameOf = ({ title, words, people }: Grouping) =>
  people
    ? { field: 'Person', title }
    : {
        field: 'Value',
        title,
        render: ({ Value }: { Value: string | null }) => <Named value={Value} words={words} />,
      }

const Named = ({ value, words }: { value: string | null; words: string | undefined }) => {
  const labels = useLabels('reports')
  if (value === null) return <Nothing />
  return words ? labels.value(words, value) : value
}
