import { Select } from 'antd'
import { useId } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { Muted, SideColumnLayout, Stack } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { type CampaignDetail, CONTROL_GROUP_PERCENT_MAX, updateCampaign } from '../../contract.ts'
import { AddTargetsForm } from '../targets/AddTargets.tsx'
import { LiveListSegments } from '../targets/LiveLists.tsx'
import { TargetTable } from '../targets/TargetTable.tsx'
import { NextStepButton } from './NextStep.tsx'
import { hasCampaignTargetList } from './steps.ts'

/** Step 2 of a campaign: target list, exclusions and control group. */
export function AudienceStep({ campaign, isOwner }: { campaign: CampaignDetail; isOwner: boolean }) {
  const t = useT()
  const { CampaignCode, Status } = campaign
  return (
    <>
      <SideColumnLayout
        side={
          isOwner && (
            <>
              <ControlGroup campaign={campaign} />
              <LiveListSegments CampaignCode={CampaignCode} />
            </>
          )
        }
      >
        {Status !== 'Ended' && (
          <Card title={t('campaigns:targets.add')}>
            <AddTargetsForm CampaignCode={CampaignCode} />
          </Card>
        )}
      </SideColumnLayout>
      {hasCampaignTargetList(campaign) || Status !== 'Draft' ? (
        <TargetTable campaign={campaign} />
      ) : (
        <Muted as="p">{t('campaigns:steps.everybodyHint')}</Muted>
      )}
      {isOwner && Status === 'Draft' && (
        <NextStepButton
          step="message"
          later={!hasCampaignTargetList(campaign)}
          {...(!hasCampaignTargetList(campaign) && { label: t('campaigns:steps.skipAudience') })}
        />
      )}
    </>
  )
}

const shares: readonly number[] = [0, 5, 10, 20, 30, 40, CONTROL_GROUP_PERCENT_MAX]

/** Field for the size of the control group. A change is saved at once; after the first send the size is fixed. */
function ControlGroup({ campaign: { CampaignCode, Version, ControlPercent, SentYN } }: { campaign: CampaignDetail }) {
  const t = useT()
  const id = useId()
  const change = useCall(updateCampaign, { failed: 'campaigns:failed.update' })
  const percents = shares.includes(ControlPercent) ? shares : [...shares, ControlPercent].toSorted((a, b) => a - b)
  return (
    <Card title={t('campaigns:fields.ControlPercent')}>
      <Stack gap="s">
        <label className="carat-unseen" htmlFor={id}>
          {t('campaigns:fields.ControlPercent')}
        </label>
        <Select<number>
          id={id}
          value={ControlPercent}
          disabled={SentYN === 'Y'}
          loading={change.isPending}
          options={percents.map((value) => ({
            value,
            label: value === 0 ? t('campaigns:targets.noControl') : t('campaigns:targets.control', { percent: value }),
          }))}
          onChange={(percent) => change.mutate({ CampaignCode, Version, ControlPercent: percent })}
        />
        <Muted as="p">{t(SentYN === 'Y' ? 'campaigns:refusals.control_fixed' : 'campaigns:help.ControlPercent')}</Muted>
      </Stack>
    </Card>
  )
}
