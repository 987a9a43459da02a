import { RotateCwIcon } from 'lucide-react'
import { lazy } from 'react'
import { Link } from 'react-router'
import { customerPath } from '#areas/customers/paths.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { ShortInstant } from '#kit/web/Dates.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { useSession } from '#kit/web/session.ts'
import type { Column } from '#kit/web/table/columns.tsx'
import type { PageView } from '#kit/web/table/ViewTabs.tsx'
import { useCall } from '#kit/web/useCall.ts'
import {
  type ContactLogLine,
  ContactResult,
  ContactType,
  listContactLog,
  MessageEvent,
  Purpose,
  retryContactLogEntry,
} from '../../contract.ts'
import { MessageChannelLabel } from '../templates/Channel.tsx'

const Message = lazy(async () => ({ default: (await import('./Message.tsx')).ContactLogMessage }))

const templateColumn: Column<ContactLogLine> = {
  field: 'TemplateName',
  second: 'Subject',
  render: ({ TemplateName, Subject }) => (
    <span className="carat-two-lines">
      <span>{TemplateName}</span>
      {Subject && <Muted>{Subject}</Muted>}
    </span>
  ),
  phone: ({ TemplateName, CreatedAt }) => (
    <>
      {TemplateName} · <ShortInstant value={CreatedAt} />
    </>
  ),
}
const shared: Column<ContactLogLine>[] = [
  { field: 'Result', as: 'status' },
  { field: 'CreatedAt', phone: null },
  { field: 'ContactType', render: ({ ContactType: type }) => <MessageChannelLabel type={type} /> },
  { field: 'Reason', wideOnly: true },
]
const customerColumn: Column<ContactLogLine> = {
  field: 'FullName',
  second: 'Recipient',
  render: ({ CustomerId, FullName, Recipient }) => (
    <span className="carat-two-lines">
      <Link to={customerPath({ CustomerId })}>
        <bdi>{formatPersonName(FullName)}</bdi>
      </Link>
      {Recipient && <Muted>{Recipient}</Muted>}
    </span>
  ),
}

const optional = [
  'Purpose',
  'Event',
  'ReferenceCode',
  'Language',
  'TemplateVersion',
  'Attempts',
  'DueAt',
  'SentAt',
  'CreatedByName',
] as const

const views: PageView[] = [
  { label: 'messages:log.failed', filters: { Result: 'Failed' } },
  { label: 'messages:log.bounced', filters: { Result: 'Bounced' } },
  { label: 'messages:log.queued', filters: { Result: 'Queued' } },
]

/** The contact log of all customers or of one customer, the newest message first. */
export function ContactLogList({ CustomerId }: { CustomerId?: number }) {
  const t = useT()
  const { has } = useSession()
  const retry = useCall(retryContactLogEntry, {
    headline: ({ FullName }) => t('messages:log.sentAgain', { name: formatPersonName(FullName) }),
    failed: 'messages:failed.retry',
  })
  return (
    <ResourceTable
      area="messages"
      list={listContactLog}
      label={t('messages:screens.log')}
      failed="messages:failed.log"
      rowKey="MessageId"
      columns={CustomerId ? [templateColumn, ...shared] : [customerColumn, templateColumn, ...shared]}
      optional={[...optional]}
      {...(CustomerId ? { input: { Search: { CustomerId } }, name: 'messages' } : { views })}
      search={{
        ...(!CustomerId && { Name: 'text' as const }),
        Result: ContactResult.options,
        ContactType: ContactType.options,
        DateFrom: { until: 'DateTo' },
        Event: MessageEvent.options,
        Purpose: Purpose.options,
      }}
      preview={(row) => <Message MessageId={row.MessageId} />}
      actions={(row) => [
        has('Contact Templates') &&
          row.Result === 'Failed' && {
            label: t('messages:log.again'),
            icon: <RotateCwIcon aria-hidden />,
            obvious: true,
            run: () => retry.mutateAsync({ MessageId: row.MessageId }),
          },
      ]}
      empty={{ title: t('messages:log.empty'), hint: t('messages:log.emptyHint') }}
    />
  )
}
