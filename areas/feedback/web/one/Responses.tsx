import { Button, Drawer } from 'antd'
import { EyeIcon, NotebookPenIcon } from 'lucide-react'
import { useState } from 'react'
import { customerPath } from '#areas/customers/paths.ts'
import { fetchActiveCardCategoryChoices } from '#areas/memberships/web/index.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { call } from '#kit/web/call.ts'
import { ShortDate } from '#kit/web/Dates.tsx'
import { listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { useSession } from '#kit/web/session.ts'
import type { Column } from '#kit/web/table/columns.tsx'
import { useCall } from '#kit/web/useCall.ts'
import {
  deleteFeedbackResponse,
  type Feedback,
  type FeedbackAnswer,
  type FeedbackResponse,
  listFeedbackResponses,
  ResponseSource,
  restoreFeedbackResponse,
  updateFeedbackResponse,
} from '../../contract.ts'
import { NewResponseDrawer } from './NewResponse.tsx'

/** The list of responses to a form, one person per row. */
export function ResponsesList({ form }: { form: Feedback }) {
  const t = useT()
  const { has } = useSession()
  const [open, setOpen] = useState<FeedbackResponse>()
  const [writing, setWriting] = useState(false)
  const words = { done: 'feedback:response.updated', failed: 'feedback:response.updateFailed' } as const
  const update = useCall(updateFeedbackResponse, words)
  const remove = useCall(deleteFeedbackResponse, {
    done: 'feedback:response.deleted',
    failed: 'feedback:response.deleteFailed',
    undo: ({ ResponseId }) => call(restoreFeedbackResponse, { ResponseId }),
  })
  const columns: Column<FeedbackResponse>[] = [
    'SubmittedAt',
    {
      field: 'FullName',
      render: ({ FullName }) => (FullName ? formatPersonName(FullName) : t('feedback:response.anonymous')),
      second: 'MembershipNo',
    },
    { field: 'Nps', figure: true },
    'LowScoreYN',
    'OutletCode',
    { field: 'Language', wideOnly: true },
    { field: 'Source', wideOnly: true },
    'Status',
  ]
  return (
    <>
      <ResourceTable
        area="feedback"
        list={listFeedbackResponses}
        name="responses"
        label={t('feedback:tabs.responses')}
        failed="feedback:response.getFailed"
        rowKey="ResponseId"
        input={{ Search: { FeedbackId: form.FeedbackId } }}
        columns={columns}
        optional={['StaffName', 'Remarks']}
        rowName={({ FullName, ResponseId }) => FullName ?? `${ResponseId}`}
        search={{
          FullName: 'text',
          OutletCode: 'outlet',
          LowScoreYN: 'yes-no',
          CardCategoryCode: { choices: fetchActiveCardCategoryChoices },
          Language: form.Languages,
          Source: ResponseSource.options,
          DateFrom: { until: 'DateTo', label: 'feedback:fields.SubmittedAt' },
        }}
        actions={(row) => [
          { label: t('kit:verbs.open'), icon: <EyeIcon aria-hidden />, obvious: true, run: () => setOpen(row) },
          row.CustomerId !== null && {
            label: t('feedback:response.customer'),
            to: customerPath({ CustomerId: row.CustomerId }),
          },
          has('Feedback') && {
            label: t(row.Status === 'Active' ? 'feedback:response.leaveOut' : 'feedback:response.count'),
            run: () =>
              update.mutateAsync({
                ResponseId: row.ResponseId,
                Version: row.Version,
                Status: row.Status === 'Active' ? 'Inactive' : 'Active',
              }),
          },
          has('Feedback') && {
            label: t('kit:verbs.delete'),
            danger: true,
            confirm: t('feedback:response.deleteQuestion'),
            run: () => remove.mutateAsync({ ResponseId: row.ResponseId }),
          },
        ]}
        toolbar={
          has('Feedback') && (
            <Button icon={<NotebookPenIcon aria-hidden />} onClick={() => setWriting(true)}>
              {t('feedback:response.write')}
            </Button>
          )
        }
        empty={{ title: t('feedback:response.empty'), hint: t('feedback:response.emptyHint') }}
      />
      <NewResponseDrawer form={form} open={writing} onClose={() => setWriting(false)} />
      <Drawer
        open={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={open?.FullName ? formatPersonName(open.FullName) : t('feedback:response.anonymous')}
      >
        {open && <AnswerList answers={open.Answers} />}
      </Drawer>
    </>
  )
}

function AnswerList({ answers }: { answers: readonly FeedbackAnswer[] }) {
  return (
    <dl className="carat-facts">
      {answers.map((answer) => (
        <div className="carat-facts-wide" key={answer.GroupKey}>
          <dt>
            <bdi>{answer.Question}</bdi>
          </dt>
          <dd>
            <AnswerEntry answer={answer} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function AnswerEntry({ answer }: { answer: FeedbackAnswer }) {
  const labels = useLabels('feedback')
  const { Options, Text, Number: number, YN, Date: day, QuestionType } = answer
  if (day) return <ShortDate value={day} />
  if (YN) return labels.value('YN', YN)
  if (number !== null) return `${number} / ${QuestionType === 'NPS 0-10' ? 10 : 5}`
  return (
    <bdi style={{ whiteSpace: 'pre-wrap' }}>{[Options.join(listSeparator()), Text].filter(Boolean).join(': ')}</bdi>
  )
}
