import { useState } from 'react'
import type { Values } from '#kit/web/form/fields.ts'
import { useT } from '#kit/web/i18n.ts'
import { Split } from '#kit/web/Layout.tsx'
import { RecordForm } from '#kit/web/RecordForm.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { type CampaignDetail, updateCampaign } from '../../contract.ts'
import { campaignFields } from './campaign-fields.ts'
import { failureTitle, formValuesFor, Objects, objectsInForm } from './Objects.tsx'
import { Preview } from './Preview.tsx'

/** Form that edits the offer of a campaign, with a preview of the offer. */
export function EditOffer({ campaign, onClose }: { campaign: CampaignDetail; onClose: () => void }) {
  const t = useT()
  const { CampaignCode } = campaign
  const [start] = useState(() => formValuesFor(campaign.Objects))
  const [values, setValues] = useState<Values>({ ...campaign, ...start })
  const objects = objectsInForm({ ...start, ...values })
  const { Objects: _, ...initial } = campaign
  return (
    <Split sticky close side={<Preview values={values} objects={objects} />}>
      <Card title={t('campaigns:steps.offer')}>
        <RecordForm
          area="campaigns"
          call={updateCampaign}
          columns={2}
          initial={initial}
          onValues={setValues}
          fixed={{ Objects: objects }}
          fields={campaignFields}
          headline={({ CampaignName }) => t('kit:headlines.saved', { name: CampaignName })}
          done="campaigns:updated"
          failed={failureTitle('campaigns:failed.update')}
          draft={`campaigns.${CampaignCode}`}
          onDone={onClose}
          onCancel={onClose}
        >
          <Objects start={start} />
        </RecordForm>
      </Card>
    </Split>
  )
}
