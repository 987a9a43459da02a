import { ListChecksIcon, PencilIcon } from 'lucide-react'
import { SetupStatus } from '#kit/contract/record.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useHistoryRowAction } from '#kit/web/RecordHistory.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { useRegisterAddAction } from '#kit/web/screen.ts'
import { useSession } from '#kit/web/session.ts'
import type { Column } from '#kit/web/table/columns.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useRecordDialog } from '#kit/web/useRecordDialog.ts'
import {
  Audience,
  addFeedback,
  DisplayOption,
  deleteFeedback,
  type Feedback,
  FeedbackType,
  listFeedback,
  restoreFeedback,
  updateFeedback,
} from '../contract.ts'
import { feedbackFormPath, feedbackQuestionsPath } from '../paths.ts'
import { feedbackFormFields } from './form-fields.tsx'
import { feedbackLanguageName } from './languages.ts'

const columns: Column<Feedback>[] = [
  { field: 'Name', second: 'Code' },
  'Type',
  'Audience',
  {
    field: 'Languages',
    render: ({ Languages }) => Languages.map(feedbackLanguageName).join(listSeparator()),
    file: { fields: ['Languages'] },
  },
  'Questions',
  { field: 'OpenTo', wideOnly: true },
  'Status',
]

/** The list of feedback forms. */
export function FeedbackFormsPage() {
  const t = useT()
  const { isHQ } = useSession()
  const dialog = useRecordDialog(listFeedback, 'FeedbackId')
  useRegisterAddAction(dialog.add)
  const history = useHistoryRowAction('feedback', 'Feedback')
  const remove = useCall(deleteFeedback, {
    headline: ({ Name }) => t('kit:headlines.deleted', { name: Name }),
    done: 'feedback:form.deleted',
    failed: 'feedback:form.deleteFailed',
    undo: ({ FeedbackId }) => call(restoreFeedback, { FeedbackId }),
  })
  const form = { area: 'feedback', onClose: dialog.close, fields: feedbackFormFields } as const
  return (
    <>
      <ResourceTable
        area="feedback"
        list={listFeedback}
        label={t('feedback:screens.forms')}
        failed="feedback:form.getFailed"
        rowKey="FeedbackId"
        columns={columns}
        optional={[
          'DisplayOption',
          'OpenFrom',
          'AnonymousYN',
          'MinimumPurchase',
          'RepeatDays',
          'LinkDays',
          'CreatedAt',
        ]}
        rowLink={(form) => (form.Status === 'Deleted' ? undefined : feedbackFormPath(form))}
        rowName={({ Name }) => Name}
        search={{
          Name: 'text',
          Type: FeedbackType.options,
          Audience: Audience.options,
          Status: SetupStatus.options,
          DisplayOption: DisplayOption.options,
          Code: 'capitals',
        }}
        actions={(form) => [
          isHQ && { label: t('feedback:form.edit'), icon: <PencilIcon aria-hidden />, run: () => dialog.edit(form) },
          {
            label: t('feedback:form.questions'),
            icon: <ListChecksIcon aria-hidden />,
            to: feedbackQuestionsPath({ FeedbackId: form.FeedbackId }),
          },
          history.of(form.FeedbackId, form.Name),
          isHQ && {
            label: t('kit:verbs.delete'),
            danger: true,
            confirm: t('feedback:form.deleteQuestion', { name: form.Name }),
            run: () => remove.mutateAsync({ FeedbackId: form.FeedbackId }),
          },
        ]}
        empty={{ title: t('feedback:form.empty'), hint: t('feedback:form.emptyHint') }}
      />
      {history.node}
      <FormDialog
        {...form}
        open={dialog.adding}
        title={t('feedback:screens.add')}
        call={addFeedback}
        done="feedback:form.created"
        failed="feedback:form.createFailed"
      />
      <FormDialog
        {...form}
        open={dialog.editing !== undefined}
        title={t('feedback:form.edit')}
        call={updateFeedback}
        initial={dialog.editing}
        done="feedback:form.updated"
        failed="feedback:form.updateFailed"
      />
    </>
  )
}
