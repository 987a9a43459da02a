import { Button } from 'antd'
import { PencilIcon } from 'lucide-react'
import { useNavigate, useParams } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { RecordHead, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { PageTabs, usePageTab } from '#kit/web/PageTabs.tsx'
import { PageTools } from '#kit/web/PageTools.tsx'
import { HistoryButton } from '#kit/web/RecordHistory.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { useOpenRecord } from '#kit/web/screen.ts'
import { useSession } from '#kit/web/session.ts'
import { RecordWalk } from '#kit/web/table/RecordWalk.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { type CampaignDetail, getCampaign } from '../../contract.ts'
import { campaignEditPath } from '../../paths.ts'
import { TargetTable } from '../targets/TargetTable.tsx'
import { General } from './General.tsx'
import { Results } from './Results.tsx'
import { StatusActs } from './StatusActs.tsx'

/** One campaign: what it offers, whom it is for, and what it sold. */
export function CampaignPage() {
  const t = useT()
  const { CampaignCode = '' } = useParams()
  const { data, error, refetch } = useRead(getCampaign, { CampaignCode })
  useOpenRecord(data?.CampaignName)
  if (error) return <ErrorState error={error} title={t('campaigns:failed.get')} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={8} />
  return <One key={data.CampaignCode} campaign={data} />
}

function One({ campaign }: { campaign: CampaignDetail }) {
  const t = useT()
  const labels = useLabels('campaigns')
  const navigate = useNavigate()
  const { has, isHQ } = useSession()
  const keeps = isHQ && has('Campaign')
  const { CampaignCode, CampaignName } = campaign
  const keys = ['general', 'targets', ...(keeps ? ['results'] : [])]
  const tab = usePageTab(keys)
  return (
    <Stack>
      <PageTools>
        <RecordWalk />
      </PageTools>
      <RecordHead
        name={<bdi>{CampaignName}</bdi>}
        about={`${CampaignCode} · ${labels.value('CampaignType', campaign.CampaignType)}`}
        tags={<StatusTag status={campaign.Status} area="campaigns" />}
        actions={
          <>
            <HistoryButton area="campaigns" subject="Campaign" id={CampaignCode} name={CampaignName} />
            {keeps && <StatusActs campaign={campaign} />}
            {keeps && (
              <Button
                icon={<PencilIcon aria-hidden />}
                onClick={() => void navigate(campaignEditPath({ CampaignCode }))}
              >
                {t('kit:verbs.edit')}
              </Button>
            )}
          </>
        }
      />
      <PageTabs
        label={CampaignName}
        current={tab}
        tabs={[
          { key: 'general', title: t('campaigns:tabs.general') },
          { key: 'targets', title: t('campaigns:tabs.targets') },
          ...(keeps ? [{ key: 'results', title: t('campaigns:tabs.results') }] : []),
        ]}
      />
      {tab === 'general' && <General campaign={campaign} />}
      {tab === 'targets' && <TargetTable campaign={campaign} />}
      {tab === 'results' && <Results campaign={campaign} />}
    </Stack>
  )
}
