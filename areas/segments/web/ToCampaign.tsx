import { Button } from 'antd'
import { MegaphoneIcon } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { listCampaigns } from '#areas/campaigns/contract.ts'
import { campaignPath } from '#areas/campaigns/paths.ts'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import type { Segment } from '../contract.ts'
import { PutDialog } from './PutDialog.tsx'

const open = new Set(['Draft', 'Active', 'Paused'])

const campaigns = async () => {
  const { rows } = await call(listCampaigns, { Rows: 1000 })
  return rows
    .filter(({ Status }) => open.has(Status))
    .map(({ CampaignCode, CampaignName }) => ({ value: CampaignCode, label: CampaignName, hint: CampaignCode }))
}

/** Puts everybody in the segment on the target list of a campaign, or keeps them off it, and leads there. */
export function ToCampaign({ segment: { SegmentId, Name } }: { segment: Segment }) {
  const t = useT()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button icon={<MegaphoneIcon aria-hidden />} onClick={() => setAsking(true)}>
        {t('segments:toCampaign.button')}
      </Button>
      <PutDialog
        title={t('segments:toCampaign.title', { name: Name })}
        open={asking}
        onClose={() => setAsking(false)}
        fixed={{ SegmentId }}
        first={{ name: 'CampaignCode', choices: campaigns }}
        onDone={(CampaignCode) => navigate(campaignPath({ CampaignCode, tab: 'targets' }))}
      />
    </>
  )
}
