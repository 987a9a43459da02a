import { CustomFieldFacts } from '#areas/custom-fields/web/index.ts'
import { LabelledFacts, ObjectNameTags, RecordFacts, selectFilledFields } from '#kit/web/Facts.tsx'
import { formatPoints, listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, SideColumnLayout, SummaryBar } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { fileUrl } from '#kit/web/upload/send.ts'
import { isRedeemedKind } from '../../contract/reward-kinds.ts'
import { Reward, type RewardDetail } from '../../contract/rewards.ts'
import '../rewards.css'

/** Shows figures and terms of a reward, and omits fields that are empty or that its type does not use. */
export function RewardGeneralView({ reward }: { reward: RewardDetail }) {
  const t = useT()
  const isRedeemed = isRedeemedKind(reward.Type)
  const filled = selectFilledFields<Reward>(reward)
  const objectsOf = (type: string, none: string) => {
    const objects = reward.Objects.filter(({ ObjectType }) => ObjectType === type)
    return objects.length > 0 ? <ObjectNameTags of={objects} /> : none
  }
  return (
    <SideColumnLayout
      side={
        <>
          <Card title={t('rewards:form.where')}>
            <LabelledFacts
              items={[
                {
                  label: t('rewards:fields.Outlets'),
                  value: objectsOf('Building', t('rewards:allOutlets')),
                  wide: true,
                },
                {
                  label: t('rewards:fields.StockGroups'),
                  value: objectsOf('ProntoStockGroup', t('rewards:allGoods')),
                  wide: true,
                },
              ]}
            />
          </Card>
          <Pictures of={reward} />
        </>
      }
    >
      <Card label={t('rewards:tabs.figures')}>
        <SummaryBar
          items={[
            {
              label: t('rewards:fields.StockAvailable'),
              value:
                reward.StockAvailable === null ? t('rewards:stock.unlimited') : formatPoints(reward.StockAvailable),
              bad: reward.LowStockYN === 'Y',
            },
            {
              label: t('rewards:fields.Given'),
              value:
                reward.TotalLimit === null
                  ? formatPoints(reward.Given)
                  : t('rewards:givenOf', {
                      given: formatPoints(reward.Given),
                      limit: formatPoints(reward.TotalLimit),
                    }),
            },
            { label: t('rewards:fields.Outstanding'), value: formatPoints(reward.Outstanding) },
          ]}
        />
      </Card>
      <Card title={t('rewards:form.price')}>
        <RecordFacts
          area="rewards"
          of={Reward}
          record={reward}
          fields={[
            ...filled('PointDeduct', 'BirthdayPointDeduct', 'CashTopUp', 'VoucherType', 'VoucherValue', 'MinimumSpend'),
            ...filled('UnitCost'),
            'RequiresInvoiceYN',
            ...(isRedeemed ? [] : (['DeductPointInClaimYN'] as const)),
          ]}
        />
      </Card>
      <Card title={t('rewards:form.validity')}>
        <RecordFacts
          area="rewards"
          of={Reward}
          record={reward}
          fields={[
            ...filled('ValidFrom', 'ValidTo'),
            ...(isRedeemed ? (['CollectWithinDays'] as const) : (['ValidityMode'] as const)),
            ...(!isRedeemed && reward.ValidityMode === 'Days after issue' ? (['ValidityDays'] as const) : []),
            {
              field: 'PerMemberLimit',
              render: ({ PerMemberLimit, PerMemberPeriod }) =>
                PerMemberLimit === null
                  ? t('rewards:noLimit')
                  : t(`rewards:perMember.${PerMemberPeriod}`, { count: PerMemberLimit }),
            },
            {
              field: 'CardCategories',
              render: ({ CardCategories }) => CardCategories.join(listSeparator()) || t('rewards:allMembers'),
            },
            ...filled('MemberType'),
          ]}
        />
      </Card>
      <CustomFieldFacts of="Rewards" values={reward.CustomValues} />
      {(reward.Description || reward.Terms) && (
        <Card title={t('rewards:form.words')}>
          <RecordFacts
            area="rewards"
            of={Reward}
            record={reward}
            fields={[
              { field: 'Description', wide: true },
              { field: 'Terms', wide: true },
            ]}
          />
        </Card>
      )}
    </SideColumnLayout>
  )
}

function Pictures({ of: { Images } }: { of: RewardDetail }) {
  const t = useT()
  return (
    <Card title={t('rewards:form.pictures')} count={Images.length}>
      {Images.length === 0 ? (
        <Muted>{t('rewards:picture.none')}</Muted>
      ) : (
        <ul className="carat-reward-pictures">
          {Images.map(({ MediaId, Url, ThumbnailUrl, AltText }, index) => (
            <li key={MediaId}>
              <figure>
                <img
                  src={fileUrl(ThumbnailUrl ?? Url)}
                  alt={AltText ?? t('rewards:picture.name', { number: index + 1 })}
                />
              </figure>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
