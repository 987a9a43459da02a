import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { Values } from '#kit/web/form/fields.ts'
import { useT } from '#kit/web/i18n.ts'
import { Split } from '#kit/web/Layout.tsx'
import { RecordForm } from '#kit/web/RecordForm.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, ForbiddenState, LoadingState } from '#kit/web/States.tsx'
import { useOpenRecord } from '#kit/web/screen.ts'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { type CampaignDetail, getCampaign, updateCampaign } from '../../contract.ts'
import { campaignPath } from '../../paths.ts'
import { campaignFields } from './campaign-fields.ts'
import { failedOr, Objects, objectsOf, valuesOf } from './Objects.tsx'
import { Preview } from './Preview.tsx'

/** A campaign is changed by head office. */
export function EditCampaignPage() {
  const t = useT()
  const { CampaignCode = '' } = useParams()
  const { isHQ } = useSession()
  const { data, error, refetch } = useRead(getCampaign, { CampaignCode }, { refetchOnWindowFocus: false })
  useOpenRecord(data?.CampaignName)
  if (!isHQ) return <ForbiddenState />
  if (error) return <ErrorState error={error} title={t('campaigns:failed.get')} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={10} />
  return <Editing key={data.CampaignCode} campaign={data} />
}

function Editing({ campaign }: { campaign: CampaignDetail }) {
  const t = useT()
  const navigate = useNavigate()
  const { CampaignCode } = campaign
  const [start] = useState(() => valuesOf(campaign.Objects))
  const [values, setValues] = useState<Values>({ ...campaign, ...start })
  const objects = objectsOf({ ...start, ...values })
  const { Objects: _, ...initial } = campaign
  return (
    <Split sticky close side={<Preview values={values} objects={objects} />}>
      <Card title={campaign.CampaignName}>
        <RecordForm
          area="campaigns"
          call={updateCampaign}
          columns={2}
          initial={initial}
          onValues={setValues}
          fixed={{ Objects: objects }}
          fields={campaignFields(campaign.SentYN === 'Y' && t('campaigns:refusals.control_fixed'))}
          headline={({ CampaignName }) => t('kit:headlines.saved', { name: CampaignName })}
          done="campaigns:updated"
          failed={failedOr('campaigns:failed.update')}
          draft={`campaigns.${CampaignCode}`}
          onDone={() => navigate(campaignPath({ CampaignCode }))}
          onCancel={() => void navigate(campaignPath({ CampaignCode }))}
        >
          <Objects start={start} />
        </RecordForm>
      </Card>
    </Split>
  )
}
