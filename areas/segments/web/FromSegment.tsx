import { Button } from 'antd'
import { UsersIcon } from 'lucide-react'
import { useState } from 'react'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { listSegments } from '../contract.ts'
import { PutDialog } from './PutDialog.tsx'

const segments = async () => {
  const { rows } = await call(listSegments, { Search: { Status: 'Active' }, Rows: 1000, SortOption: 'Name' })
  return rows.map(({ SegmentId, Name, Description }) => ({
    value: `${SegmentId}`,
    label: Name,
    ...(Description && { hint: Description }),
  }))
}

/** On the target list of a campaign: its customers come by a segment, as it means them today or from now on. */
export function FromSegment({ CampaignCode }: { CampaignCode: string }) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button icon={<UsersIcon aria-hidden />} onClick={() => setAsking(true)}>
        {t('segments:toCampaign.from')}
      </Button>
      <PutDialog
        title={t('segments:toCampaign.from')}
        open={asking}
        onClose={() => setAsking(false)}
        fixed={{ CampaignCode }}
        first={{ name: 'SegmentId', choices: segments }}
      />
    </>
  )
}
