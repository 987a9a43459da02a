import { useState } from 'react'
import type { FormFieldValues } from '#kit/web/form/fields.ts'
import { useT } from '#kit/web/i18n.ts'
import { SideColumnLayout } from '#kit/web/Layout.tsx'
import { RecordForm } from '#kit/web/RecordForm.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { type CampaignDetail, updateCampaign } from '../../contract.ts'
import { campaignFields } from './campaign-fields.ts'
import { CampaignObjectFields, saveFailureTitle, toCampaignObjects, toObjectFormValues } from './Objects.tsx'
import { CampaignPreview } from './Preview.tsx'

/** Form that edits the offer of a campaign, with a preview of the offer. */
export function EditOfferForm({ campaign, onClose }: { campaign: CampaignDetail; onClose: () => void }) {
  const t = useT()
  const { CampaignCode } = campaign
  const [start] = useState(() => toObjectFormValues(campaign.Objects))
  const [values, setValues] = useState<FormFieldValues>({ ...campaign, ...start })
  const objects = toCampaignObjects({ ...start, ...values })
  const { Objects: _, ...initial } = campaign
  return (
    <SideColumnLayout sticky close side={<CampaignPreview values={values} objects={objects} />}>
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
          failed={saveFailureTitle('campaigns:failed.update')}
          draft={`campaigns.${CampaignCode}`}
          onDone={onClose}
          onCancel={onClose}
        >
          <CampaignObjectFields start={start} />
        </RecordForm>
      </Card>
    </SideColumnLayout>
  )
}
