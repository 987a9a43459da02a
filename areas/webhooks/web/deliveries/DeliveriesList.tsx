import { eventTypes } from '#areas/event-feed/contract.ts'
import type { SelectChoice } from '#kit/web/choices.ts'
import { ShortInstant } from '#kit/web/Dates.tsx'
import { formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, TwoLineText } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { listDeliveries, type WebhookDelivery } from '../../contract.ts'
import { describeError, eventTypeChoices, formatMilliseconds, TEST_TYPE } from '../words.ts'
import { TimeRangeFilter } from './TimeRangeFilter.tsx'

const REFETCH_MS = 10_000

/** The attempts to deliver events, the newest first. */
export function DeliveriesList({ endpoints }: { endpoints: readonly SelectChoice[] }) {
  const t = useT()
  const labels = useLabels('webhooks')
  const columns: Column<WebhookDelivery>[] = [
    { field: 'AttemptedAt', phone: null },
    { field: 'EndpointName', phone: null, render: ({ EndpointName }) => <bdi>{EndpointName}</bdi> },
    {
      field: 'Type',
      second: 'Position',
      render: (delivery) => (
        <TwoLineText second={<EventReference delivery={delivery} />}>
          {labels.value('Types', delivery.Type)}
        </TwoLineText>
      ),
      phone: ({ Type, EndpointName, AttemptedAt }) => (
        <TwoLineText
          second={
            <>
              <bdi>{EndpointName}</bdi> · <ShortInstant value={AttemptedAt} />
            </>
          }
        >
          {labels.value('Types', Type)}
        </TwoLineText>
      ),
    },
    {
      field: 'DeliveredYN',
      file: { fields: ['DeliveredYN', 'StatusCode', 'Error'] },
      render: (delivery) => <ResultCell delivery={delivery} />,
    },
  ]
  return (
    <ResourceTable
      area="webhooks"
      list={listDeliveries}
      label={t('webhooks:delivery.list')}
      failed="webhooks:delivery.listFailed"
      rowKey="DeliveryId"
      rowName={({ Type }) => labels.value('Types', Type)}
      columns={columns}
      optional={['Attempt', 'WebhookId', 'DurationMs', 'StatusCode', 'Error']}
      views={[{ label: 'webhooks:delivery.failures', filters: { DeliveredYN: 'N' } }]}
      search={{
        EndpointId: { choices: endpoints },
        Type: { choices: eventTypeChoices(labels, [...eventTypes, TEST_TYPE]) },
        DeliveredYN: 'yes-no',
        WebhookId: 'text',
        FromTime: { own: true },
        ToTime: { own: true },
      }}
      toolbar={(filtering) => <TimeRangeFilter {...filtering} />}
      refetchInterval={REFETCH_MS}
      empty={{ title: t('webhooks:delivery.empty'), hint: t('webhooks:delivery.emptyHint') }}
    />
  )
}

/** The position of the event, the attempt after the first one, and whether a replay sent the event. */
function EventReference({ delivery: { Position, Attempt, ReplayId } }: { delivery: WebhookDelivery }) {
  const t = useT()
  const parts = [
    Position !== null && t('webhooks:feed.position', { position: formatPoints(Position) }),
    Attempt > 1 && t('webhooks:delivery.attempt', { count: Attempt }),
    ReplayId !== null && t('webhooks:delivery.replayed'),
  ]
  return parts.filter(Boolean).join(' · ')
}

/** An accepted request is plain text; a failed one shows its reason. */
function ResultCell({ delivery }: { delivery: WebhookDelivery }) {
  const labels = useLabels('webhooks')
  const { DeliveredYN, StatusCode, DurationMs } = delivery
  const duration = formatMilliseconds(DurationMs)
  if (DeliveredYN === 'Y')
    return <TwoLineText second={[StatusCode, duration].join(' · ')}>{labels.value('DeliveredYN', 'Y')}</TwoLineText>
  return (
    <>
      <StatusTag area="webhooks" field="DeliveredYN" status="N" like="Failed" />
      <Muted as="div">{[describeError(labels, delivery), duration].join(' · ')}</Muted>
    </>
  )
}
