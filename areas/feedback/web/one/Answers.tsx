import { fetchActiveCardCategoryChoices } from '#areas/memberships/web/index.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { type AnswerRow, type Feedback, listAnswers, listQuestionGroups } from '../../contract.ts'

/** The list of single answers, for reading comments and for export. */
export function AnswersList({ form }: { form: Feedback }) {
  const t = useT()
  const labels = useLabels('feedback')
  const { FeedbackId } = form
  const { data } = useRead(listQuestionGroups, { FeedbackId })
  const questions = (data?.rows ?? []).map(({ GroupKey, Questions }) => ({
    value: `${GroupKey}`,
    label: Questions[0]?.Text ?? `${GroupKey}`,
  }))
  const answerOf = ({ QuestionType, Answer }: AnswerRow) =>
    QuestionType === 'Yes/No' ? labels.value('YN', Answer) : <bdi>{Answer}</bdi>
  const columns: Column<AnswerRow>[] = [
    'SubmittedAt',
    { field: 'Question', second: 'QuestionType' },
    { field: 'Answer', render: answerOf, file: { fields: ['Answer'] } },
    { field: 'FullName', second: 'MembershipNo' },
    'OutletCode',
    { field: 'Language', wideOnly: true },
  ]
  return (
    <ResourceTable
      area="feedback"
      list={listAnswers}
      name="answers"
      label={t('feedback:tabs.answers')}
      failed="feedback:response.getFailed"
      rowKey="ResponseId"
      input={{ Search: { FeedbackId } }}
      columns={columns}
      optional={['Nps', 'Source', 'StaffName', 'LowScoreYN']}
      search={{
        Answer: 'text',
        GroupKey: { choices: questions, label: 'feedback:fields.Question' },
        TextYN: {
          choices: [{ value: 'Y', label: t('feedback:response.wordsOnly') }],
          label: 'feedback:response.words',
        },
        OutletCode: 'outlet',
        CardCategoryCode: { choices: fetchActiveCardCategoryChoices },
        Language: form.Languages,
        DateFrom: { until: 'DateTo', label: 'feedback:fields.SubmittedAt' },
      }}
      views={[{ label: 'feedback:response.wordsOnly', filters: { TextYN: 'Y' } }]}
      empty={{ title: t('feedback:response.empty'), hint: t('feedback:response.emptyHint') }}
    />
  )
}
