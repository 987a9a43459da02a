import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatPoints } from '#kit/web/format.ts'
import { errorText, type TranslateFunction, useT } from '#kit/web/i18n.ts'
import { EntryList, ListEntry, Muted } from '#kit/web/Layout.tsx'
import { type FieldLabels, useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { type FeedStatus, listEndpoints, type WebhookEndpoint } from '../contract.ts'
import { integrationsPath } from '../paths.ts'
import { useResumeEndpoint } from './endpoints/useResumeEndpoint.tsx'
import { formatAge, instantInSentence, PUBLISHER_LAG_SECONDS } from './words.ts'

/** Smaller lags need no attention, because they pass by themselves. */
const ENDPOINT_LAG_SECONDS = 300
/** Programs may read the feed once a day. */
const PROGRAM_LAG_SECONDS = 2 * 86_400

type Problem = { key: string; title: string; hint: string; action: ReactNode }

type Props = { status: { data: FeedStatus | undefined; error: Error | null; refetch: () => unknown } }

/** Lists paused and failing endpoints, stopped events and large lags; draws nothing if there are none. */
export function AttentionCard({ status: { data, error, refetch } }: Props) {
  const t = useT()
  const labels = useLabels('webhooks')
  const endpoints = useRead(listEndpoints, {}).data?.rows ?? []
  const resume = useResumeEndpoint()
  if (error && !data)
    return (
      <Alert
        type="error"
        showIcon
        title={t('webhooks:attention.failed')}
        description={errorText(error).description}
        action={<Button onClick={() => void refetch()}>{t('kit:state.retry')}</Button>}
      />
    )
  const problems = [
    ...endpoints.flatMap((endpoint) => problemsOfEndpoint(t, labels, endpoint, resume.run)),
    ...(data ? lagProblems(t, data, endpoints) : []),
  ]
  if (problems.length === 0) return null
  return (
    <>
      <Card title={t('webhooks:attention.title')} stripe="var(--ant-color-warning)" flush>
        <EntryList>
          {problems.map(({ key, title, hint, action }) => (
            <ListEntry key={key} side={action}>
              <strong>{title}</strong>
              <Muted as="small">{hint}</Muted>
            </ListEntry>
          ))}
        </EntryList>
      </Card>
      {resume.dialog}
    </>
  )
}

function problemsOfEndpoint(
  t: TranslateFunction,
  labels: FieldLabels,
  endpoint: WebhookEndpoint,
  resume: (endpoint: WebhookEndpoint) => unknown,
): Problem[] {
  const { EndpointId, Name: name, Status, PausedReason, PausedAt, FailingSince, ParkedLines } = endpoint
  return [
    Status === 'Paused' && {
      key: `paused ${EndpointId}`,
      title: t('webhooks:attention.paused', { name }),
      hint: t('webhooks:attention.since', {
        reason: labels.value('PausedReason', PausedReason ?? 'Manual'),
        time: instantInSentence(PausedAt),
      }),
      action: <Button onClick={() => void resume(endpoint)}>{t('webhooks:endpoint.resume')}</Button>,
    },
    Status === 'Active' &&
      FailingSince !== null && {
        key: `failing ${EndpointId}`,
        title: t('webhooks:attention.failing', { name }),
        hint: t('webhooks:attention.failingSince', { time: instantInSentence(FailingSince) }),
        action: (
          <Link to={integrationsPath({ tab: 'deliveries', EndpointId, DeliveredYN: 'N' })}>
            {t('webhooks:attention.showFailed')}
          </Link>
        ),
      },
    ParkedLines > 0 && {
      key: `parked ${EndpointId}`,
      title: t('webhooks:attention.parked', { name, count: ParkedLines }),
      hint: t('webhooks:attention.parkedHint'),
      action: <Link to={integrationsPath({ tab: 'deliveries' })}>{t('webhooks:attention.showStopped')}</Link>,
    },
  ].filter((problem) => problem !== false)
}

/** The lags of the publisher, of endpoints that have no other problem, and of programs. */
function lagProblems(t: TranslateFunction, feed: FeedStatus, endpoints: readonly WebhookEndpoint[]): Problem[] {
  const isExplained = (id: number) =>
    endpoints.some(({ EndpointId, Status, FailingSince }) => EndpointId === id && (Status !== 'Active' || FailingSince))
  const latePublisher = feed.PublisherLagSeconds >= PUBLISHER_LAG_SECONDS && {
    key: 'publisher',
    title: t('webhooks:attention.publisher', { age: formatAge(feed.PublisherLagSeconds) }),
    hint: t('webhooks:attention.publisherHint'),
    action: <Link to={integrationsPath({ tab: 'feed' })}>{t('webhooks:attention.showFeed')}</Link>,
  }
  const lateEndpoints = feed.Endpoints.filter(
    ({ EndpointId, LagSeconds }) => LagSeconds >= ENDPOINT_LAG_SECONDS && !isExplained(EndpointId),
  ).map(({ EndpointId, Name, LagSeconds, LagEvents }) => ({
    key: `late ${EndpointId}`,
    title: t('webhooks:attention.late', { name: Name, age: formatAge(LagSeconds) }),
    hint: t('webhooks:attention.lateHint', { count: formatPoints(LagEvents) }),
    action: <Link to={integrationsPath({ tab: 'deliveries', EndpointId })}>{t('webhooks:endpoint.deliveries')}</Link>,
  }))
  const latePrograms = feed.Programs.filter(({ LagSeconds }) => (LagSeconds ?? 0) >= PROGRAM_LAG_SECONDS).map(
    ({ UserId, DisplayName, LagSeconds, LagEvents }) => ({
      key: `late program ${UserId}`,
      title: t('webhooks:attention.late', { name: DisplayName, age: formatAge(LagSeconds ?? 0) }),
      hint: t('webhooks:attention.lateProgram', { count: formatPoints(LagEvents ?? 0) }),
      action: <Link to={integrationsPath({ tab: 'programs' })}>{t('webhooks:attention.showPrograms')}</Link>,
    }),
  )
  return [...(latePublisher ? [latePublisher] : []), ...lateEndpoints, ...latePrograms]
}
