import { Facts, givenOf, Named, RecordFacts } from '#kit/web/Facts.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Split, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import { Campaign, type CampaignDetail, ObjectCode } from '../../contract.ts'
import { useSentences } from '../sentence.ts'

/** What was decided about a campaign; what was left open is not listed. */
export function General({ campaign }: { campaign: CampaignDetail }) {
  const t = useT()
  const lines = useSentences()(campaign, campaign.Objects)
  const given = givenOf<Campaign>(campaign)
  return (
    <Split
      side={
        <Card title={t('campaigns:form.objects')}>
          <Counts of={campaign} />
        </Card>
      }
    >
      <Card title={t('campaigns:form.preview')}>
        <Stack gap="s">
          {lines.map((line, place) => (
            <span key={line}>{place === 0 ? <strong>{line}</strong> : line}</span>
          ))}
          <span>{t(campaign.HasTargetsYN === 'Y' ? 'campaigns:sentence.forList' : 'campaigns:sentence.forAll')}</span>
        </Stack>
      </Card>
      <Card title={t('campaigns:tabs.general')}>
        <RecordFacts
          area="campaigns"
          of={Campaign}
          record={campaign}
          fields={[
            'StartDate',
            'EndDate',
            ...given('RewardName', 'BudgetPoints', 'SpentPoints', 'OwnerName'),
            ...(campaign.Remarks ? [{ field: 'Remarks', wide: true } as const] : []),
          ]}
        />
      </Card>
    </Split>
  )
}

function Counts({ of: { Objects } }: { of: CampaignDetail }) {
  const t = useT()
  const labels = useLabels('campaigns')
  if (Objects.length === 0) return <Muted>{t('campaigns:everything')}</Muted>
  return (
    <Facts
      items={ObjectCode.options.map((code) => {
        const named = Objects.filter((one) => one.ObjectCode === code)
        return (
          named.length > 0 && {
            label: labels.value('ObjectCode', code),
            value: <Named of={named} />,
            wide: true,
          }
        )
      })}
    />
  )
}
