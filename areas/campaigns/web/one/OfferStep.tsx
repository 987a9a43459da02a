import { Button } from 'antd'
import { PencilIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { LabelledFacts, ObjectNameTags, RecordFacts, selectFilledFields } from '#kit/web/Facts.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Muted, SideColumnLayout, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import { LoadingState } from '#kit/web/States.tsx'
import { Campaign, type CampaignDetail, ObjectCode } from '../../contract.ts'
import { useOfferSentences } from '../sentence.ts'
import { NextStepButton } from './NextStep.tsx'

const EditOffer = lazy(async () => ({ default: (await import('../form/EditOffer.tsx')).EditOfferForm }))

/** Step 1 of a campaign: the offer, edited on the page. */
export function OfferStep({ campaign, isOwner }: { campaign: CampaignDetail; isOwner: boolean }) {
  const t = useT()
  const [editing, setEditing] = useState(false)
  if (editing)
    return (
      <Suspense fallback={<LoadingState rows={8} />}>
        <EditOffer campaign={campaign} onClose={() => setEditing(false)} />
      </Suspense>
    )
  return (
    <>
      <Offer campaign={campaign}>
        {isOwner && (
          <Button icon={<PencilIcon aria-hidden />} onClick={() => setEditing(true)}>
            {t('kit:verbs.edit')}
          </Button>
        )}
      </Offer>
      {isOwner && campaign.Status === 'Draft' && <NextStepButton step="audience" />}
    </>
  )
}

function Offer({ campaign, children }: { campaign: CampaignDetail; children: React.ReactNode }) {
  const t = useT()
  const lines = useOfferSentences()(campaign, campaign.Objects)
  const facts = selectFilledFields<Campaign>(campaign)
  return (
    <SideColumnLayout
      side={
        <Card title={t('campaigns:form.objects')}>
          <Objects campaign={campaign} />
        </Card>
      }
    >
      <Card title={t('campaigns:steps.offer')} extra={children}>
        <Stack>
          <Stack gap="s">
            {lines.map((line, index) => (
              <span key={line}>{index === 0 ? <strong>{line}</strong> : line}</span>
            ))}
            <span>{t(campaign.HasTargetsYN === 'Y' ? 'campaigns:sentence.forList' : 'campaigns:sentence.forAll')}</span>
          </Stack>
          <RecordFacts
            area="campaigns"
            of={Campaign}
            record={campaign}
            fields={[
              'StartDate',
              'EndDate',
              ...facts('RewardName', 'BudgetPoints', 'SpentPoints', 'OwnerName'),
              ...(campaign.Remarks ? [{ field: 'Remarks', wide: true } as const] : []),
            ]}
          />
        </Stack>
      </Card>
    </SideColumnLayout>
  )
}

function Objects({ campaign }: { campaign: CampaignDetail }) {
  const t = useT()
  const labels = useLabels('campaigns')
  if (campaign.Objects.length === 0) return <Muted>{t('campaigns:everything')}</Muted>
  return (
    <LabelledFacts
      items={ObjectCode.options.map((code) => {
        const objects = campaign.Objects.filter(({ ObjectCode: kind }) => kind === code)
        return (
          objects.length > 0 && {
            label: labels.value('ObjectCode', code),
            value: <ObjectNameTags of={objects} />,
            wide: true,
          }
        )
      })}
    />
  )
}
