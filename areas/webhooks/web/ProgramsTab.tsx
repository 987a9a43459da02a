import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { listSystemAccounts, type SystemAccount } from '#areas/access/contract/system-accounts.ts'
import { systemAccountsPath } from '#areas/staff/paths.ts'
import { ShortInstant } from '#kit/web/Dates.tsx'
import { formatShortInstant, listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { EntryList, ListEntry, Muted, Row } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/web/States.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { useRead } from '#kit/web/useRead.ts'
import type { FeedStatus } from '../contract.ts'
import { ApiDocumentLink } from './ApiDocumentLink.tsx'
import { describeLag } from './words.ts'

/** The system accounts with their permissions and last use, and how far they have read the event feed. */
export function ProgramsTab({ feed }: { feed: FeedStatus | undefined }) {
  const t = useT()
  const navigate = useNavigate()
  const { data, error, refetch } = useRead(listSystemAccounts, {})
  if (error && !data)
    return <ErrorState error={error} title={t('webhooks:program.failed')} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  if (data.rows.length === 0)
    return (
      <EmptyState
        title={t('webhooks:program.empty')}
        hint={t('webhooks:program.emptyHint')}
        action={
          <Row justify="center">
            <Button type="primary" onClick={() => void navigate(systemAccountsPath())}>
              {t('webhooks:program.manage')}
            </Button>
            <ApiDocumentLink />
          </Row>
        }
      />
    )
  return (
    <Card
      title={t('webhooks:program.list')}
      extra={<Link to={systemAccountsPath()}>{t('webhooks:program.manage')}</Link>}
      flush
    >
      <EntryList>
        {data.rows.map((account) => (
          <Program
            key={account.UserId}
            account={account}
            reader={feed?.Programs.find(({ UserId }) => UserId === account.UserId)}
          />
        ))}
      </EntryList>
    </Card>
  )
}

type Reader = FeedStatus['Programs'][number]

function Program({ account, reader }: { account: SystemAccount; reader: Reader | undefined }) {
  const t = useT()
  const labels = useLabels('staff')
  const { Username, DisplayName, Scopes, Status, LastUsedAt } = account
  return (
    <ListEntry
      side={
        <>
          <span>
            {LastUsedAt
              ? t('webhooks:program.used', { time: formatShortInstant(LastUsedAt) })
              : t('webhooks:program.unused')}
          </span>
          {reader && <FeedLag reader={reader} />}
        </>
      }
    >
      <Row gap="xs">
        <strong>
          <bdi>{DisplayName}</bdi>
        </strong>
        {Status !== 'Active' && <StatusTag area="staff" status={Status} />}
      </Row>
      <Muted as="small">
        <bdi dir="ltr">{Username}</bdi> · {Scopes.map((scope) => labels.value('Scopes', scope)).join(listSeparator())}
      </Muted>
    </ListEntry>
  )
}

function FeedLag({ reader: { LagEvents, LagSeconds, ReadAt } }: { reader: Reader }) {
  const t = useT()
  if (LagEvents === null) return <Muted>{t('webhooks:program.feedUnread')}</Muted>
  return (
    <Muted>
      {LagEvents === 0
        ? t('webhooks:program.feedCurrent')
        : t('webhooks:program.feedBehind', { lag: describeLag(t, { LagEvents, LagSeconds: LagSeconds ?? 0 }) })}
      {ReadAt && (
        <>
          {' · '}
          <ShortInstant value={ReadAt} />
        </>
      )}
    </Muted>
  )
}
