import { RecordFacts } from '#kit/web/Facts.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { ContactLogEntry, getContactLogEntry } from '../../contract.ts'
import { MessagePreviewFrame } from '../preview/MailFrame.tsx'

/** A message of the contact log with its full text and delivery result. */
export function ContactLogMessage({ MessageId }: { MessageId: string }) {
  const t = useT()
  const { data, error, refetch } = useRead(getContactLogEntry, { MessageId })
  if (error) return <ErrorState error={error} title={t('messages:failed.message')} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={10} />
  return (
    <Stack>
      <RecordFacts
        area="messages"
        of={ContactLogEntry}
        record={data}
        fields={[
          'Result',
          ...(data.Reason ? (['Reason'] as const) : []),
          'Recipient',
          'TemplateName',
          'TemplateVersion',
          'Language',
          'CreatedAt',
          ...(data.SentAt ? (['SentAt'] as const) : []),
          ...(data.DueAt ? (['DueAt'] as const) : []),
          ...(data.CreatedByName ? (['CreatedByName'] as const) : []),
          ...(data.ProviderId ? (['ProviderId'] as const) : []),
        ]}
      />
      {data.Text !== null && <MessagePreviewFrame message={{ ...data, Text: data.Text }} />}
    </Stack>
  )
}
