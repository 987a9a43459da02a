import { customerPath } from '#areas/customers/paths.ts'
import { FeedbackLanguage, listFeedback } from '#areas/feedback/contract.ts'
import { feedbackFormPath } from '#areas/feedback/paths.ts'
import { fetchActiveCardCategoryChoices } from '#areas/memberships/web/index.ts'
import { call } from '#kit/web/call.ts'
import { useLabels } from '#kit/web/labels.ts'
import { EmptyValueDash } from '#kit/web/table/columns.tsx'
import { firstAndLastDayOf } from '../web/choices.ts'
import { createReportPage } from '../web/engine/page.ts'
import { FeedbackBy, feedbackAnalysisReport } from './contract.ts'

const feedbackForms = async () => {
  const { rows } = await call(listFeedback, { Rows: 1000 })
  return rows.map(({ FeedbackId, Name, Code }) => ({ value: `${FeedbackId}`, label: Name, hint: Code }))
}

/** Shows an answer and translates Yes, No and names of languages. */
const AnswerLabel = ({ value }: { value: string | null }) => {
  const labels = useLabels('reports')
  return value === null ? <EmptyValueDash /> : labels.value('AnswerValue', value)
}

/** Columns of the tables that group responses by month, outlet, language or staff. */
const scoreColumns = [
  { field: 'Given', title: 'reports:fields.Responses' },
  'GivenShare',
  { field: 'NpsScore' },
  'AverageScore',
] as const

/** Filters that a row's link sets to list the answers of the row. */
const rowFilters: Record<string, ((key: string) => Record<string, string>) | undefined> = {
  Month: (month) => {
    const { from, to } = firstAndLastDayOf(month)
    return { DateFrom: from, DateTo: to }
  },
  Outlet: (OutletCode) => ({ OutletCode }),
  Language: (Language) => ({ Language }),
}

export const feedbackAnalysisPage = createReportPage(feedbackAnalysisReport, {
  columns: ({ FeedbackBy: by }) => {
    if (by === 'Words')
      return [
        'SubmittedAt',
        { field: 'Question', second: 'FormName' },
        { field: 'AnswerValue', title: 'reports:fields.InWords' },
        'NpsScore',
        'CustomerName',
        'OutletCode',
      ]
    if (by === 'Language')
      return [{ field: 'AnswerValue', title: 'kit:fields.Language', render: renderAnswer }, ...scoreColumns] as const
    if (by === 'Month') return [{ field: 'AnswerValue', title: 'reports:fields.MonthOf' }, ...scoreColumns] as const
    if (by === 'Outlet') return [{ field: 'AnswerValue', title: 'kit:fields.OutletCode' }, ...scoreColumns] as const
    if (by === 'Staff') return [{ field: 'AnswerValue', title: 'reports:fields.ServedBy' }, ...scoreColumns] as const
    return [
      { field: 'Question', second: 'FormName' },
      'QuestionType',
      {
        field: 'AnswerValue',
        render: (row) =>
          row.QuestionType === 'Yes/No' ? (
            <AnswerLabel value={row.AnswerValue} />
          ) : (
            (row.AnswerValue ?? <EmptyValueDash />)
          ),
      },
      'Given',
      'GivenShare',
      'AverageScore',
      'NpsScore',
    ]
  },
  search: {
    DateFrom: { until: 'DateTo', label: 'reports:days' },
    FeedbackBy: FeedbackBy.options,
    FeedbackId: { choices: feedbackForms },
    OutletCode: 'outlet',
    Language: FeedbackLanguage.options,
    CardCategoryCode: { choices: fetchActiveCardCategoryChoices },
  },
  opens: { FeedbackBy: 'Question' },
  figures: ['Responses', 'NpsScore', 'ResponseRate', 'LowScores'],
  drill: {
    // A month, outlet or language links to its questions; an answer links to the responses.
    Given: ({ Key, FeedbackId }, filters) => {
      const { DateFrom, DateTo, FeedbackBy: by = 'Question' } = filters
      const rowFilter = Key === '-' ? undefined : rowFilters[by]?.(Key)
      if (rowFilter) return `?${new URLSearchParams({ ...filters, ...rowFilter, FeedbackBy: 'Question' })}`
      if (FeedbackId === null || by === 'Words') return undefined
      return `${feedbackFormPath({ FeedbackId, tab: 'answers' })}&${new URLSearchParams({ ...(DateFrom && { DateFrom }), ...(DateTo && { DateTo }) })}`
    },
  },
  chart: ({ FeedbackBy: by = 'Question' }) =>
    by === 'Question' || by === 'Words'
      ? undefined
      : {
          kind: by === 'Month' ? 'line' : 'bar',
          title: 'reports:feedbackAnalysisChart',
          label: 'AnswerValue',
          figures: ['Given'],
        },
  rowLink: ({ CustomerId }) => (CustomerId === null ? undefined : customerPath({ CustomerId })),
  meanings: ['nps', 'responseRate'],
})

function renderAnswer({ AnswerValue }: { AnswerValue: string | null }) {
  return <AnswerLabel value={AnswerValue} />
}
