import { Select } from 'antd'
import { useId } from 'react'
import { Link } from 'react-router'
import { listTemplates } from '#areas/messages/contract.ts'
import { campaignTemplateAddPath } from '#areas/messages/paths.ts'
import { TemplatePreview } from '#areas/messages/web/index.ts'
import { useT } from '#kit/web/i18n.ts'
import { Columns, Muted, Stack } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { EmptyState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { type CampaignDetail, updateCampaign } from '../../contract.ts'
import { NextStepButton } from './NextStep.tsx'

/** Step 3 of a campaign: selects a message and shows its preview, or selects no message. */
export function MessageStep({ campaign }: { campaign: CampaignDetail }) {
  const t = useT()
  const { has } = useSession()
  const { CampaignCode, Version, TemplateId, TemplateName } = campaign
  const change = useCall(updateCampaign, { failed: 'campaigns:failed.update' })
  const mayRead = has('Contact Templates')
  return (
    <>
      <Columns least={400}>
        <Card title={t('campaigns:steps.message')}>
          {mayRead ? (
            <Stack>
              <TemplateSelect
                value={TemplateId}
                loading={change.isPending}
                onChange={(next) => change.mutate({ CampaignCode, Version, TemplateId: next })}
              />
              <Muted as="p">{t('campaigns:send.note')}</Muted>
              {TemplateId === null && (
                <EmptyState
                  tone="grey"
                  title={t('campaigns:steps.noMessage')}
                  hint={t('campaigns:steps.noMessageHint')}
                />
              )}
            </Stack>
          ) : (
            <Stack gap="s">
              <strong>{TemplateName ?? t('campaigns:steps.noMessage')}</strong>
              <Muted as="p">{t('campaigns:send.needsRole')}</Muted>
            </Stack>
          )}
        </Card>
        {mayRead && TemplateId !== null && <TemplatePreview key={TemplateId} TemplateId={TemplateId} />}
      </Columns>
      {campaign.Status !== 'Ended' && (
        <NextStepButton
          step="review"
          later={TemplateId === null}
          {...(TemplateId === null && { label: t('campaigns:steps.skipMessage') })}
        />
      )}
    </>
  )
}

type SelectProps = { value: number | null; loading: boolean; onChange: (TemplateId: number | null) => void }

/** Choices of active contact templates that are not sent by an event. */
function TemplateSelect({ value, loading, onChange }: SelectProps) {
  const t = useT()
  const id = useId()
  const { data, isPending } = useRead(listTemplates, { Rows: 1000, Search: { Status: 'Active' } })
  const options = (data?.rows ?? [])
    .filter(({ Event }) => Event === null)
    .map(({ TemplateId, Name, ContactType }) => ({ value: TemplateId, label: `${Name} (${ContactType})` }))
  return (
    <div>
      <label className="carat-label" htmlFor={id}>
        {t('campaigns:fields.TemplateId')}
      </label>
      <Select<number>
        id={id}
        allowClear
        style={{ inlineSize: '100%' }}
        value={value}
        onChange={(templateId) => onChange(templateId ?? null)}
        loading={isPending || loading}
        placeholder={t('kit:form.choose')}
        notFoundContent={isPending ? t('kit:state.loading') : t('campaigns:send.noTemplate')}
        showSearch={{ optionFilterProp: 'label' }}
        options={options}
      />
      <Muted as="p">
        <Link to={campaignTemplateAddPath()}>{t('campaigns:send.newTemplate')}</Link>
      </Muted>
    </div>
  )
}
