import { ListChecksIcon, PencilIcon } from 'lucide-react'
import { SetupStatus } from '#kit/contract/record.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { useT } from '#kit/web/i18n.ts'
import { useHistory } from '#kit/web/RecordHistory.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { usePageAction } from '#kit/web/screen.ts'
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
import { formPath, questionsPath } from '../paths.ts'
import { formFields } from './form-fields.tsx'
import { nameOfLanguage } from './languages.ts'

const columns: Column<Feedback>[] = [
  { field: 'Name', second: 'Code' },
  'Type',
  'Audience',
  {
    field: 'Languages',
    render: ({ Languages }) => Languages.map(nameOfLanguage).join(', '),
    file: { fields: ['Languages'] },
  },
  'Questions',
  { field: 'OpenTo', wideOnly: true },
  'Status',
]

/** What customers are asked. */
export function FormsPage() {
  const t = useT()
  const { isHQ } = useSession()
  const dialog = useRecordDialog(listFeedback, 'FeedbackId')
  usePageAction(dialog.add)
  const history = useHistory('feedback', 'Feedback')
  const remove = useCall(deleteFeedback, {
    headline: ({ Name }) => t('kit:headlines.deleted', { name: Name }),
    done: 'feedback:form.deleted',
    failed: 'feedback:form.deleteFailed',
    undo: ({ FeedbackId }) => call(restoreFeedback, { FeedbackId }),
  })
  const form = { area: 'feedback', onClose: dialog.close, fields: formFields } as const
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
        rowLink={(one) => (one.Status === 'Deleted' ? undefined : formPath(one))}
        rowName={({ Name }) => Name}
        search={{
          Name: 'text',
          Type: FeedbackType.options,
          Audience: Audience.options,
          Status: SetupStatus.options,
          DisplayOption: DisplayOption.options,
          Code: 'capitals',
        }}
        actions={(one) => [
          isHQ && { label: t('feedback:form.edit'), icon: <PencilIcon aria-hidden />, run: () => dialog.edit(one) },
          {
            label: t('feedback:form.questions'),
            icon: <ListChecksIcon aria-hidden />,
            to: questionsPath({ FeedbackId: one.FeedbackId }),
          },
          history.of(one.FeedbackId, one.Name),
          isHQ && {
            label: t('kit:verbs.delete'),
            danger: true,
            confirm: t('feedback:form.deleteQuestion', { name: one.Name }),
            run: () => remove.mutateAsync({ FeedbackId: one.FeedbackId }),
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
