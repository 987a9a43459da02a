import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Values } from '#kit/web/form/fields.ts'
import { useT } from '#kit/web/i18n.ts'
import { Split, Stack } from '#kit/web/Layout.tsx'
import { RecordForm } from '#kit/web/RecordForm.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { ForbiddenState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { addCampaign } from '../../contract.ts'
import { campaignPath, campaignsPath } from '../../paths.ts'
import { Checklist } from '../one/Checklist.tsx'
import { campaignFields } from './campaign-fields.ts'
import { failureTitle, Objects, objectsInForm } from './Objects.tsx'
import { Preview } from './Preview.tsx'

/** The page for step 1 of a new campaign, which is saved as a draft. A draft awards and sends nothing. */
export function AddCampaignPage() {
  const t = useT()
  const navigate = useNavigate()
  const { isHQ } = useSession()
  const [values, setValues] = useState<Values>({})
  if (!isHQ) return <ForbiddenState />
  const objects = objectsInForm(values)
  return (
    <Stack>
      <Checklist campaign={undefined} current="offer" />
      <Split sticky close side={<Preview values={values} objects={objects} />}>
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
            failed={failureTitle('campaigns:failed.create')}
            draft="campaigns.add"
            onDone={({ CampaignCode }) => navigate(campaignPath({ CampaignCode }))}
            onCancel={() => void navigate(campaignsPath())}
          >
            <Objects start={{}} />
          </RecordForm>
        </Card>
      </Split>
    </Stack>
  )
}
