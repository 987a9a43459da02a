import { useLabels } from '#kit/web/labels.ts'
import { type Column, EmptyValueDash } from '#kit/web/table/columns.tsx'
import type { TextKey } from '#kit/web/vocabulary.ts'
import type { DeclaredReport } from '../../contract/report.ts'
import { createReportPage, type ReportFilters, type ReportPage } from './page.ts'

type Grouping = {
  /** Title of the column that names the group. */
  title: TextKey
  /** Filter of the detail report that the link of a group sets. */
  filter?: string
  /** Field whose texts translate the values of the groups. */
  words?: string
  /** Field whose codes are the values of the groups, such as OutletCode. */
  codes?: string
  /** True if the groups are people. */
  people?: true
}

type TotalsDeclaration = {
  /** Groupings of the totals report, in the order of its contract. */
  by: Record<string, Grouping>
  columns: readonly Column<Record<string, unknown>>[]
  figures?: readonly string[]
  /** Page of the detail report to which the groups link. */
  rows: ReportPage
}

/** Declares the page of a totals report; each group links to its rows of the detail report. */
export function createTotalsPage(
  report: Pick<DeclaredReport, 'key'>,
  { by, columns, figures, rows }: TotalsDeclaration,
): ReportPage {
  const groupingOf = ({ TotalsBy }: ReportFilters) => by[TotalsBy ?? ''] ?? Object.values(by)[0]!
  const linkToRows = ({ Key }: { Key: string }, { TotalsBy, ...filters }: ReportFilters) => {
    const { filter } = groupingOf({ TotalsBy: TotalsBy ?? '' })
    if (!filter || Key === '-') return undefined
    return `?${new URLSearchParams({ ...filters, show: rows.key, [filter]: Key })}`
  }
  const { search, empty, meanings } = rows.page
  return createReportPage(
    report as never,
    {
      columns: (filters: ReportFilters) => [columnOf(groupingOf(filters)), ...columns],
      search: { TotalsBy: Object.keys(by), ...search },
      opens: { TotalsBy: Object.keys(by)[0]! },
      ...(figures && { figures }),
      ...(empty && { empty }),
      ...(meanings && { meanings }),
      rowLink: linkToRows,
    } as never,
  )
}

const columnOf = ({ title, words, codes, people }: Grouping) =>
  people
    ? { field: 'Person', title }
    : {
        field: 'Value',
        title,
        codesOf: codes,
        ...(words && { render: ({ Value }: { Value: string | null }) => <InWords value={Value} words={words} /> }),
      }

const InWords = ({ value, words }: { value: string | null; words: string }) => {
  const labels = useLabels('reports')
  return value === null ? <EmptyValueDash /> : labels.value(words, value)
}
