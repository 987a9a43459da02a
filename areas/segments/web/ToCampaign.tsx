import { Button } from 'antd'
import { MegaphoneIcon } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { listCampaigns } from '#areas/campaigns/contract.ts'
import { campaignPath } from '#areas/campaigns/paths.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { useT } from '#kit/web/i18n.ts'
import { addSegmentToCampaign, type Segment } from '../contract.ts'

const open = new Set(['Draft', 'Active', 'Paused'])

const campaigns = async () => {
  const { rows } = await call(listCampaigns, { Rows: 1000 })
  return rows
    .filter(({ Status }) => open.has(Status))
    .map(({ CampaignCode, CampaignName }) => ({ value: CampaignCode, label: CampaignName, hint: CampaignCode }))
}

/** Puts everybody in the segment on the target list of a campaign, and leads there. */
export function ToCampaign({ segment: { SegmentId, Name } }: { segment: Segment }) {
  const t = useT()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button icon={<MegaphoneIcon aria-hidden />} onClick={() => setAsking(true)}>
        {t('segments:toCampaign.button')}
      </Button>
      <FormDialog
        area="segments"
        title={t('segments:toCampaign.title', { name: Name })}
        open={asking}
        onClose={() => setAsking(false)}
        call={addSegmentToCampaign}
        fixed={{ SegmentId }}
        note={t('segments:toCampaign.note')}
        fields={[{ name: 'CampaignCode', choices: campaigns }]}
        submit="segments:toCampaign.button"
        headline={({ Added }) => t('segments:toCampaign.added', { count: Added })}
        failed="segments:failed.toCampaign"
        onDone={(_, { CampaignCode }) => navigate(campaignPath({ CampaignCode, tab: 'targets' }))}
      />
    </>
  )
}
