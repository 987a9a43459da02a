import { Button } from 'antd'
import { Link } from 'react-router'
import { RecordFacts } from '#kit/web/Facts.tsx'
import { formatPoints, formatShortInstant, listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { EntryList, ListEntry, Muted, Row, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { PageSection } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { cancelReplay, listReplays, WebhookEndpoint, type WebhookReplay } from '../../contract.ts'
import { integrationsPath } from '../../paths.ts'

/** The details of an endpoint with its replays, beside the list. */
export function EndpointDetails({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = useT()
  const labels = useLabels('webhooks')
  const { EndpointId, Types, PausedReason, PreviousSecretUntil, FailingSince } = endpoint
  return (
    <Stack gap="xl">
      <RecordFacts
        area="webhooks"
        of={WebhookEndpoint}
        record={endpoint}
        fields={[
          { field: 'Url', copy: true, wide: true, render: ({ Url }) => <bdi dir="ltr">{Url}</bdi> },
          {
            field: 'Types',
            wide: true,
            render: () =>
              Types.length === 0
                ? t('webhooks:endpoint.everyType')
                : Types.map((type) => labels.value('Types', type)).join(listSeparator()),
          },
          ...(PausedReason ? [{ field: 'PausedReason', wide: true } as const, 'PausedAt' as const] : []),
          ...(FailingSince ? (['FailingSince'] as const) : []),
          'LastSuccessAt',
          'SecretSince',
          ...(PreviousSecretUntil ? (['PreviousSecretUntil'] as const) : []),
          'CreatedAt',
          'UpdatedAt',
        ]}
      />
      <Link to={integrationsPath({ tab: 'deliveries', EndpointId })}>{t('webhooks:endpoint.deliveries')}</Link>
      <PageSection title={t('webhooks:replay.list')}>
        <Replays EndpointId={EndpointId} />
      </PageSection>
    </Stack>
  )
}

const REFETCH_MS = 5_000

function Replays({ EndpointId }: { EndpointId: number }) {
  const t = useT()
  const { data, error, refetch } = useRead(listReplays, { EndpointId }, { refetchInterval: REFETCH_MS })
  const cancel = useCall(cancelReplay, {
    done: 'webhooks:replay.cancelled',
    failed: 'webhooks:replay.cancelFailed',
  })
  if (error && !data)
    return <ErrorState error={error} title={t('webhooks:replay.listFailed')} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={3} />
  if (data.rows.length === 0) return <Muted as="p">{t('webhooks:replay.none')}</Muted>
  return (
    <EntryList aria-label={t('webhooks:replay.list')}>
      {data.rows.map((replay) => (
        <ListEntry
          key={replay.ReplayId}
          side={
            replay.Status === 'Running' && (
              <Button
                size="small"
                loading={cancel.isPending}
                onClick={() => cancel.mutate({ ReplayId: replay.ReplayId })}
              >
                {t('webhooks:replay.cancel')}
              </Button>
            )
          }
        >
          <ReplaySummary replay={replay} />
        </ListEntry>
      ))}
    </EntryList>
  )
}

function ReplaySummary({ replay }: { replay: WebhookReplay }) {
  const t = useT()
  const { FromPosition, ToPosition, Position, Status, RequestedAt } = replay
  return (
    <>
      {t('webhooks:replay.range', { from: formatPoints(FromPosition), to: formatPoints(ToPosition) })}
      <Row gap="xs">
        <StatusTag area="webhooks" status={Status} quiet {...(Status === 'Done' && { like: 'Completed' })} />
        <Muted>
          {Status !== 'Done' && `${t('webhooks:replay.reached', { position: formatPoints(Position) })} · `}
          {formatShortInstant(RequestedAt)}
        </Muted>
      </Row>
    </>
  )
}
