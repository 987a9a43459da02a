import { Button, Form, Modal } from 'antd'
import { useState } from 'react'
import { ChoiceSelect } from '#kit/web/ChoiceSelect.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { openCampaignChoices } from '../choices.ts'
import { AddTargetsForm } from './AddTargets.tsx'

/** Adds customers to the target list of a campaign, which the user chooses in the dialog. */
export function AddTargetsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT()
  const [CampaignCode, setCampaignCode] = useState<string | null>(null)
  return (
    <Modal
      open={open}
      title={t('campaigns:targets.add')}
      onCancel={onClose}
      width={640}
      destroyOnHidden
      footer={
        <Row justify="end">
          <Button onClick={onClose}>{t('kit:verbs.close')}</Button>
        </Row>
      }
    >
      <Form layout="vertical" component={false}>
        <Form.Item label={t('campaigns:fields.CampaignCode')} required>
          <ChoiceSelect
            area="campaigns"
            field="CampaignCode"
            choices={openCampaignChoices}
            value={CampaignCode}
            onChange={(value) => setCampaignCode(value as string | null)}
          />
        </Form.Item>
      </Form>
      {CampaignCode && <AddTargetsForm key={CampaignCode} CampaignCode={CampaignCode} />}
    </Modal>
  )
}
