import { customerPath } from '#areas/customers/paths.ts'
import { FeedbackLanguage, listFeedback } from '#areas/feedback/contract.ts'
import { formPath } from '#areas/feedback/paths.ts'
import { cardCategoryChoices } from '#areas/memberships/web/index.ts'
import { call } from '#kit/web/call.ts'
import { useLabels } from '#kit/web/labels.ts'
import { Nothing } from '#kit/web/table/columns.tsx'
import { daysOf } from '../web/choices.ts'
import { reportPage } from '../web/engine/page.ts'
import { FeedbackBy, feedbackAnalysis } from './contract.ts'

const forms = async () => {
  const { rows } = await call(listFeedback, { Rows: 1000 })
  return rows.map(({ FeedbackId, Name, Code }) => ({ value: `${FeedbackId}`, label: Name, hint: Code }))
}

/** What the house calls it: of yes or no, and of languages. */
const Named = ({ value }: { value: string | null }) => {
  const labels = useLabels('reports')
  return value === null ? <Nothing /> : labels.value('AnswerValue', value)
}

/** The scores of a month, an outlet, a language or somebody who served. */
const scores = [
  { field: 'Given', title: 'reports:fields.Responses' },
  'GivenShare',
  { field: 'NpsScore' },
  'AverageScore',
] as const

/** The filters that say the same as a row. */
const narrowing: Record<string, ((key: string) => Record<string, string>) | undefined> = {
  Month: (month) => {
    const { from, to } = daysOf(month)
    return { DateFrom: from, DateTo: to }
  },
  Outlet: (OutletCode) => ({ OutletCode }),
  Language: (Language) => ({ Language }),
}

export const page = reportPage(feedbackAnalysis, {
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
      return [{ field: 'AnswerValue', title: 'kit:fields.Language', render: nameOf }, ...scores] as const
    if (by === 'Month') return [{ field: 'AnswerValue', title: 'reports:fields.MonthOf' }, ...scores] as const
    if (by === 'Outlet') return [{ field: 'AnswerValue', title: 'kit:fields.OutletCode' }, ...scores] as const
    if (by === 'Staff') return [{ field: 'AnswerValue', title: 'reports:fields.ServedBy' }, ...scores] as const
    return [
      { field: 'Question', second: 'FormName' },
      'QuestionType',
      {
        field: 'AnswerValue',
        render: (row) =>
          row.QuestionType === 'Yes/No' ? <Named value={row.AnswerValue} /> : (row.AnswerValue ?? <Nothing />),
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
    FeedbackId: { choices: forms },
    OutletCode: 'outlet',
    Language: FeedbackLanguage.options,
    CardCategoryCode: { choices: cardCategoryChoices },
  },
  opens: { FeedbackBy: 'Question' },
  figures: ['Responses', 'NpsScore', 'ResponseRate', 'LowScores'],
  drill: {
    // Of a month, an outlet or a language its questions; of an answer the responses.
    Given: ({ Key, FeedbackId }, filters) => {
      const { DateFrom, DateTo, FeedbackBy: by = 'Question' } = filters
      const narrowed = Key === '-' ? undefined : narrowing[by]?.(Key)
      if (narrowed) return `?${new URLSearchParams({ ...filters, ...narrowed, FeedbackBy: 'Question' })}`
      if (FeedbackId === null || by === 'Words') return undefined
      return `${formPath({ FeedbackId, tab: 'answers' })}&${new URLSearchParams({ ...(DateFrom && { DateFrom }), ...(DateTo && { DateTo }) })}`
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

function nameOf({ AnswerValue }: { AnswerValue: string | null }) {
  return <Named value={AnswerValue} />
}
