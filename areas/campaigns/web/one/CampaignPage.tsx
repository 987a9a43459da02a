import { useState } from 'react'
import { useParams } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { usePageTab } from '#kit/web/PageTabs.tsx'
import { PageTools, RecordPageHeader } from '#kit/web/PageTools.tsx'
import { HistoryButton } from '#kit/web/RecordHistory.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { useRegisterOpenRecord } from '#kit/web/screen.ts'
import { useSession } from '#kit/web/session.ts'
import { RecordPager } from '#kit/web/table/RecordPager.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { type CampaignDetail, getCampaign } from '../../contract.ts'
import { AudienceStep } from './AudienceStep.tsx'
import { CampaignChecklist } from './Checklist.tsx'
import { MessageStep } from './MessageStep.tsx'
import { OfferStep } from './OfferStep.tsx'
import { CampaignResults } from './Results.tsx'
import { ReviewStep } from './ReviewStep.tsx'
import { CampaignStatusActions } from './StatusActs.tsx'
import { type CampaignStep, campaignSteps, findOpenCampaignStep, hasCampaignBegun } from './steps.ts'

/** The page of one campaign, from its offer to its results. */
export function CampaignPage() {
  const t = useT()
  const { CampaignCode = '' } = useParams()
  const { data, error, refetch } = useRead(getCampaign, { CampaignCode })
  useRegisterOpenRecord(data?.CampaignName)
  if (error) return <ErrorState error={error} title={t('campaigns:failed.get')} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={8} />
  return <CampaignSteps key={data.CampaignCode} campaign={data} />
}

/** The steps that staff who only manage target lists can see. */
const stepsOfList: readonly CampaignStep[] = ['offer', 'audience']

function CampaignSteps({ campaign }: { campaign: CampaignDetail }) {
  const labels = useLabels('campaigns')
  const { has, isHQ } = useSession()
  const isOwner = isHQ && has('Campaign')
  const { CampaignCode, CampaignName } = campaign
  const visible = isOwner ? campaignSteps : stepsOfList
  // A completed step of the campaign stays open until the user continues.
  const [first] = useState(() => (isOwner ? findOpenCampaignStep(campaign) : 'audience'))
  const others = [...visible, ...(isOwner && hasCampaignBegun(campaign) ? (['results'] as const) : [])]
  const current = usePageTab([first, ...others.filter((step) => step !== first)]) as CampaignStep | 'results'
  return (
    <Stack>
      <PageTools>
        <RecordPager />
      </PageTools>
      <RecordPageHeader
        about={`${CampaignCode} · ${labels.value('CampaignType', campaign.CampaignType)}`}
        tags={<StatusTag status={campaign.Status} area="campaigns" />}
        actions={
          <>
            <HistoryButton area="campaigns" subject="Campaign" id={CampaignCode} name={CampaignName} />
            {isOwner && <CampaignStatusActions campaign={campaign} />}
          </>
        }
      />
      <CampaignChecklist campaign={campaign} current={current} visible={visible} />
      {current === 'offer' && <OfferStep campaign={campaign} isOwner={isOwner} />}
      {current === 'audience' && <AudienceStep campaign={campaign} isOwner={isOwner} />}
      {current === 'message' && <MessageStep campaign={campaign} />}
      {current === 'review' && <ReviewStep campaign={campaign} />}
      {current === 'results' && <CampaignResults campaign={campaign} />}
    </Stack>
  )
}
