import { Button } from 'antd'
import { MegaphoneIcon } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { listCampaigns } from '#areas/campaigns/contract.ts'
import { campaignPath } from '#areas/campaigns/paths.ts'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import type { Segment } from '../contract.ts'
import { AddToCampaignDialog } from './AddToCampaignDialog.tsx'

const openStatuses = new Set(['Draft', 'Active', 'Paused'])

const findOpenCampaigns = async () => {
  const { rows } = await call(listCampaigns, { Rows: 1000 })
  return rows
    .filter(({ Status }) => openStatuses.has(Status))
    .map(({ CampaignCode, CampaignName }) => ({ value: CampaignCode, label: CampaignName, hint: CampaignCode }))
}

/** Adds the segment's customers to a campaign, then opens the campaign's target list. */
export function AddSegmentToCampaignButton({ segment: { SegmentId, Name } }: { segment: Segment }) {
  const t = useT()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<MegaphoneIcon aria-hidden />} onClick={() => setOpen(true)}>
        {t('segments:toCampaign.button')}
      </Button>
      <AddToCampaignDialog
        title={t('segments:toCampaign.title', { name: Name })}
        open={isOpen}
        onClose={() => setOpen(false)}
        fixed={{ SegmentId }}
        first={{ name: 'CampaignCode', choices: findOpenCampaigns }}
        onDone={(CampaignCode) => navigate(campaignPath({ CampaignCode, tab: 'audience' }))}
      />
    </>
  )
}
