import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { FormFieldValues } from '#kit/web/form/fields.ts'
import { useT } from '#kit/web/i18n.ts'
import { SideColumnLayout, Stack } from '#kit/web/Layout.tsx'
import { RecordForm } from '#kit/web/RecordForm.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { ForbiddenState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { addCampaign } from '../../contract.ts'
import { campaignPath, campaignsPath } from '../../paths.ts'
import { CampaignChecklist } from '../one/Checklist.tsx'
import { campaignFields } from './campaign-fields.ts'
import { CampaignObjectFields, saveFailureTitle, toCampaignObjects } from './Objects.tsx'
import { CampaignPreview } from './Preview.tsx'

/** The page for step 1 of a new campaign, which is saved as a draft. A draft awards and sends nothing. */
export function AddCampaignPage() {
  const t = useT()
  const navigate = useNavigate()
  const { isHQ } = useSession()
  const [values, setValues] = useState<FormFieldValues>({})
  if (!isHQ) return <ForbiddenState />
  const objects = toCampaignObjects(values)
  return (
    <Stack>
      <CampaignChecklist campaign={undefined} current="offer" />
      <SideColumnLayout sticky close side={<CampaignPreview values={values} objects={objects} />}>
        <Card title={t('campaigns:steps.offer')}>
          <RecordForm
            area="campaigns"
            call={addCampaign}
            columns={2}
            onValues={setValues}
            fixed={{ Objects: objects, Status: 'Draft' }}
            fields={[
              { name: 'CampaignCode', wide: true, help: 'campaigns:help.CampaignCode', example: 'RAYA_2026' },
              ...campaignFields,
            ]}
            submit="campaigns:form.saveDraft"
            headline={({ CampaignName }) => t('kit:headlines.created', { name: CampaignName })}
            failed={saveFailureTitle('campaigns:failed.create')}
            draft="campaigns.add"
            onDone={({ CampaignCode }) => navigate(campaignPath({ CampaignCode }))}
            onCancel={() => void navigate(campaignsPath())}
          >
            <CampaignObjectFields start={{}} />
          </RecordForm>
        </Card>
      </SideColumnLayout>
    </Stack>
  )
}
