import { Button } from 'antd'
import { PlayIcon, PlusIcon } from 'lucide-react'
import { lazy } from 'react'
import { ShortInstant } from '#kit/web/Dates.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Row, Stack, TwoLineText } from '#kit/web/Layout.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { type FeedStatus, listEndpoints, type WebhookEndpoint } from '../../contract.ts'
import { integrationsPath } from '../../paths.ts'
import { ApiDocumentLink } from '../ApiDocumentLink.tsx'
import { describeLag, hostOf, instantInSentence } from '../words.ts'
import { ReplayDialog } from './ReplayDialog.tsx'
import { TestDialog } from './TestDialog.tsx'
import { useEndpointActions } from './useEndpointActions.ts'
import { useResumeEndpoint } from './useResumeEndpoint.tsx'
import { WebhookSecretDialog } from './WebhookSecretDialog.tsx'

const EndpointDetails = lazy(async () => ({ default: (await import('./EndpointDetails.tsx')).EndpointDetails }))

type Props = {
  feed: FeedStatus | undefined
  onAdd: () => void
  onEdit: (endpoint: WebhookEndpoint) => void
}

/** The endpoints with their status and lag, and all actions on them. */
export function EndpointsList({ feed, onAdd, onEdit }: Props) {
  const t = useT()
  const actions = useEndpointActions()
  const resume = useResumeEndpoint()
  const columns: Column<WebhookEndpoint>[] = [
    {
      field: 'Name',
      second: 'Url',
      render: ({ Name, Url }) => (
        <TwoLineText second={<bdi dir="ltr">{hostOf(Url)}</bdi>}>
          <bdi>{Name}</bdi>
        </TwoLineText>
      ),
    },
    {
      field: 'Types',
      render: ({ Types }) =>
        Types.length === 0 ? t('webhooks:endpoint.everyType') : t('webhooks:endpoint.types', { count: Types.length }),
    },
    { field: 'Status', render: (endpoint) => <EndpointStatusCell endpoint={endpoint} /> },
    {
      field: 'WaitingLines',
      figure: false,
      file: { fields: ['WaitingLines', 'ParkedLines'] },
      render: (endpoint) => <LagCell endpoint={endpoint} feed={feed} />,
    },
    {
      field: 'LastSuccessAt',
      render: ({ LastSuccessAt }) =>
        LastSuccessAt ? <ShortInstant value={LastSuccessAt} /> : <Muted>{t('webhooks:endpoint.never')}</Muted>,
    },
  ]
  return (
    <>
      <ResourceTable
        area="webhooks"
        list={listEndpoints}
        label={t('webhooks:tabs.endpoints')}
        failed="webhooks:endpoint.listFailed"
        rowKey="EndpointId"
        columns={columns}
        optional={['Url', 'FailingSince', 'SecretSince', 'PreviousSecretUntil', 'CreatedAt', 'UpdatedAt']}
        preview={(endpoint) => <EndpointDetails endpoint={endpoint} />}
        actions={(endpoint) => {
          const { EndpointId, Name: name, Status, PreviousSecretUntil } = endpoint
          return [
            Status === 'Paused' && {
              label: t('webhooks:endpoint.resume'),
              icon: <PlayIcon aria-hidden />,
              obvious: true,
              run: () => resume.run(endpoint),
            },
            { label: t('kit:verbs.edit'), run: () => onEdit(endpoint) },
            { label: t('webhooks:test.send'), run: () => actions.setTested(endpoint) },
            { label: t('webhooks:endpoint.deliveries'), to: integrationsPath({ tab: 'deliveries', EndpointId }) },
            { label: t('webhooks:replay.title'), run: () => actions.setReplayed(endpoint) },
            {
              label: t('webhooks:secret.rotate'),
              confirm: {
                title: t('webhooks:secret.rotateQuestion', { name }),
                body: t('webhooks:secret.rotateAbout'),
                ok: t('webhooks:secret.rotate'),
              },
              run: () => actions.rotate(endpoint),
            },
            PreviousSecretUntil !== null && {
              label: t('webhooks:secret.end'),
              confirm: { title: t('webhooks:secret.endQuestion', { name }), body: t('webhooks:secret.endAbout') },
              run: () => actions.endPreviousSecret(endpoint),
            },
            Status === 'Active' && {
              label: t('webhooks:endpoint.pause'),
              confirm: {
                title: t('webhooks:endpoint.pauseQuestion', { name }),
                body: t('webhooks:endpoint.pauseAbout'),
              },
              run: () => actions.pause(endpoint),
            },
            {
              label: t('kit:verbs.delete'),
              danger: true,
              confirm: { title: t('webhooks:endpoint.delete', { name }), body: t('webhooks:endpoint.deleteAbout') },
              run: () => actions.remove(endpoint),
            },
          ]
        }}
        empty={{
          title: t('webhooks:endpoint.empty'),
          hint: t('webhooks:endpoint.emptyHint'),
          action: (
            <Row justify="center">
              <Button icon={<PlusIcon aria-hidden />} onClick={onAdd}>
                {t('webhooks:screens.addEndpoint')}
              </Button>
              <ApiDocumentLink />
            </Row>
          ),
        }}
      />
      <TestDialog endpoint={actions.tested} onClose={() => actions.setTested(undefined)} />
      <ReplayDialog endpoint={actions.replayed} onClose={() => actions.setReplayed(undefined)} />
      <WebhookSecretDialog secret={actions.secret} onClose={() => actions.setSecret(undefined)} />
      {resume.dialog}
    </>
  )
}

function EndpointStatusCell({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = useT()
  const { Status, FailingSince, PreviousSecretUntil } = endpoint
  return (
    <>
      {Status === 'Active' && FailingSince === null && <StatusTag area="webhooks" status="Active" quiet />}
      {Status === 'Active' && FailingSince !== null && <StatusTag area="webhooks" status="Failing" like="Failed" />}
      {Status === 'Paused' && <StatusTag area="webhooks" status="Paused" like="Suspended" />}
      {PreviousSecretUntil && (
        <Muted as="div">{t('webhooks:endpoint.twoSecrets', { time: instantInSentence(PreviousSecretUntil) })}</Muted>
      )}
    </>
  )
}

/** The lag of an endpoint behind the feed, and the lines that wait for a retry or are stopped. */
function LagCell({ endpoint, feed }: { endpoint: WebhookEndpoint; feed: FeedStatus | undefined }) {
  const t = useT()
  const lag = feed?.Endpoints.find(({ EndpointId }) => EndpointId === endpoint.EndpointId)
  const { WaitingLines, ParkedLines } = endpoint
  if (lag?.LagEvents === 0 && WaitingLines + ParkedLines === 0) return <Muted>{t('webhooks:endpoint.current')}</Muted>
  const lines = [
    lag && lag.LagEvents > 0 && { key: 'lag', text: describeLag(t, lag), bad: false },
    WaitingLines > 0 && { key: 'waiting', text: t('webhooks:endpoint.waiting', { count: WaitingLines }), bad: false },
    ParkedLines > 0 && { key: 'parked', text: t('webhooks:endpoint.parked', { count: ParkedLines }), bad: true },
  ].filter((line) => typeof line === 'object')
  return (
    <Stack as="span" gap="none">
      {lines.map(({ key, text, bad }) => (
        <span key={key} className={bad ? 'carat-bad' : undefined}>
          {text}
        </span>
      ))}
    </Stack>
  )
}
