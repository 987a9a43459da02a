import { Alert, Button } from 'antd'
import { TrendingDownIcon, TrendingUpIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useParams } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { Row, Stack } from '#kit/web/Layout.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useRegisterOpenRecord } from '#kit/web/screen.ts'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { getLevelHistory, type LevelAction } from '../../contract/level-histories.ts'
import { getLevelStatus, type LevelStatus } from '../../contract/status.ts'
import { levelApprovalPath } from '../../paths.ts'
import { DeleteLevelRequest } from '../approval/ChangeFacts.tsx'
import { TierChangeLabel, useCardCategories } from '../Tiers.tsx'
import { CycleOutcomes } from './Cycles.tsx'
import { LevelChangeHistory } from './History.tsx'
import { LevelStatusCard } from './LevelStatusCard.tsx'
import { CycleSalesList } from './Spend.tsx'

const RequestLevel = lazy(async () => ({ default: (await import('./RequestLevel.tsx')).RequestLevelChangeDialog }))
type Action = (typeof LevelAction.options)[number]

/** A membership's level page: status, spend, requests and decisions. */
export function MemberLevelsPage() {
  const { MembershipNo = '' } = useParams()
  const { data, error, refetch } = useRead(getLevelStatus, { MembershipNo })
  useRegisterOpenRecord(data?.Name)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={8} />
  return <LevelOverview levelStatus={data} />
}

/** Shows level, cycle and pending change of a member. `within` is true on the member's own page, which shows the name. */
export function LevelOverview({ levelStatus, within = false }: { levelStatus: LevelStatus; within?: boolean }) {
  const { has } = useSession()
  const { MembershipNo, PendingId, CardCategoryCode } = levelStatus
  const premium = CardCategoryCode !== null
  return (
    <Stack>
      {/* Also shown in the head of the member's page; here it can be decided. */}
      {PendingId !== null && (!within || has('Member Category Approval')) && (
        <PendingChange LevelHistoryId={PendingId} />
      )}
      {(!within || premium) && (
        <LevelStatusCard
          levelStatus={levelStatus}
          within={within}
          actions={premium && <LevelRequests levelStatus={levelStatus} />}
        />
      )}
      {premium && <CycleSalesList MembershipNo={MembershipNo} />}
      <LevelChangeHistory MembershipNo={MembershipNo} />
      {levelStatus.Cycles.length > 0 && <CycleOutcomes cycles={levelStatus.Cycles} />}
    </Stack>
  )
}

/** Shows the pending level change, with a link to the page where it is decided. */
function PendingChange({ LevelHistoryId }: { LevelHistoryId: number }) {
  const t = useT()
  const { has } = useSession()
  const { data } = useRead(getLevelHistory, { LevelHistoryId })
  if (!data) return null
  return (
    <Alert
      type="info"
      showIcon
      title={t('levels:refusals.pending')}
      description={
        <Stack start gap="s">
          <TierChangeLabel from={data.FromCategory} to={data.ToCategory} />
          {data.OwnYN === 'Y' && <DeleteLevelRequest change={data} />}
        </Stack>
      }
      action={
        has('Member Category Approval') && (
          <Link to={levelApprovalPath({ id: LevelHistoryId })}>{t('levels:review')}</Link>
        )
      }
    />
  )
}

/** Requests an upgrade or downgrade. Without a category to move to, the member has no such request. */
function LevelRequests({ levelStatus }: { levelStatus: LevelStatus }) {
  const t = useT()
  const [asking, setAsking] = useState<Action>()
  const tiers = useCardCategories().filter(
    ({ CardGroupId, Status }) => CardGroupId === levelStatus.CardGroupId && Status === 'Active',
  )
  const present = levelStatus.ComingCategory ?? levelStatus.CardCategoryCode
  const sequence = tiers.find(({ Code }) => Code === present)?.LevelSequence ?? 0
  const targets = {
    Upgrade: tiers.filter(({ LevelSequence }) => LevelSequence > sequence),
    Downgrade: tiers.filter(({ LevelSequence }) => LevelSequence < sequence).toReversed(),
  }
  if (levelStatus.PendingId !== null || levelStatus.Status !== 'Active') return null
  const button = (action: Action, icon: React.ReactNode) =>
    targets[action].length > 0 && (
      <Button icon={icon} onClick={() => setAsking(action)}>
        {t(`levels:ask.${action}`)}
      </Button>
    )
  return (
    <Row>
      {button('Upgrade', <TrendingUpIcon aria-hidden />)}
      {button('Downgrade', <TrendingDownIcon aria-hidden />)}
      {asking && (
        <Suspense fallback={null}>
          <RequestLevel
            key={asking}
            levelStatus={levelStatus}
            action={asking}
            targets={targets[asking].map(({ Code, Name }) => ({ value: Code, label: Name }))}
            onClose={() => setAsking(undefined)}
          />
        </Suspense>
      )}
    </Row>
  )
}
