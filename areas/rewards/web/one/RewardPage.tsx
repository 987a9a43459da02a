import { Alert, Button } from 'antd'
import { PencilIcon } from 'lucide-react'
import { Link, useNavigate, useParams } from 'react-router'
import { approvalsPath } from '#areas/approvals/paths.ts'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { PageTabs, usePageTab } from '#kit/web/PageTabs.tsx'
import { PageTools, RecordPageHeader } from '#kit/web/PageTools.tsx'
import { HistoryButton } from '#kit/web/RecordHistory.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { useRegisterOpenRecord } from '#kit/web/screen.ts'
import { useSession } from '#kit/web/session.ts'
import { RecordPager } from '#kit/web/table/RecordPager.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { getReward, type RewardDetail } from '../../contract/rewards.ts'
import { rewardEditPath } from '../../paths.ts'
import { RewardStockList } from '../stock/RewardStock.tsx'
import { RewardThumbnail } from '../Thumb.tsx'
import { RewardGeneralView } from './General.tsx'
import { RewardSavingProgress } from './SavingSteps.tsx'
import { RewardStatusActions } from './StatusActs.tsx'

/** Page of one reward with tabs for its terms and its stock. */
export function RewardPage() {
  const t = useT()
  const { RewardId } = useParams()
  const { data, error, refetch } = useRead(getReward, { RewardId: Number(RewardId) })
  useRegisterOpenRecord(data?.Name)
  if (error) return <ErrorState error={error} title={t('rewards:getFailed')} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  return <RewardRecord key={data.RewardId} reward={data} />
}

function RewardRecord({ reward }: { reward: RewardDetail }) {
  const t = useT()
  const labels = useLabels('rewards')
  const navigate = useNavigate()
  const { isHQ } = useSession()
  const { RewardId, Name, DeactivationRequestId } = reward
  const tab = usePageTab(['general', 'stock'])
  return (
    <Stack>
      <PageTools>
        <RecordPager />
      </PageTools>
      <RecordPageHeader
        about={`${reward.Code} · ${labels.value('Type', reward.Type)}`}
        tags={
          <>
            <RewardThumbnail url={reward.ImageUrl} />
            <StatusTag status={reward.Status} area="rewards" />
          </>
        }
        actions={
          <>
            <HistoryButton area="rewards" subject="Reward" id={RewardId} name={Name} />
            {isHQ && <RewardStatusActions reward={reward} />}
            {isHQ && (
              <Button icon={<PencilIcon aria-hidden />} onClick={() => void navigate(rewardEditPath({ RewardId }))}>
                {t('kit:verbs.edit')}
              </Button>
            )}
          </>
        }
      />
      <RewardSavingProgress RewardId={RewardId} name={Name} />
      {DeactivationRequestId !== null && (
        <Alert
          type="info"
          showIcon
          title={t('rewards:end.waiting')}
          action={
            <Link to={approvalsPath({ show: 'own', id: DeactivationRequestId })}>{t('rewards:end.openRequest')}</Link>
          }
        />
      )}
      <PageTabs
        label={Name}
        current={tab}
        tabs={[
          { key: 'general', title: t('rewards:tabs.general') },
          { key: 'stock', title: t('rewards:stock.title') },
        ]}
      />
      {tab === 'stock' ? <RewardStockList reward={reward} /> : <RewardGeneralView reward={reward} />}
    </Stack>
  )
}
