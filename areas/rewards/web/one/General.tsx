import { Tag } from 'antd'
import { CustomFacts } from '#kit/web/CustomFacts.tsx'
import { RecordFacts } from '#kit/web/Facts.tsx'
import { formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Row, Split, SummaryBar } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { fileUrl } from '#kit/web/upload/send.ts'
import { PREMIUM_GIFT, Reward, type RewardDetail } from '../../contract/rewards.ts'
import '../rewards.css'

/** What was decided about a reward; what its type does not use, or was left open, is not listed. */
export function General({ reward }: { reward: RewardDetail }) {
  const t = useT()
  const isGift = reward.Type === PREMIUM_GIFT
  const given = (value: unknown) => value !== null && value !== '' && value !== 0 && value !== '0.00'
  const shown = <Field extends keyof Reward & string>(...fields: Field[]) =>
    fields.filter((field) => given(reward[field]))
  return (
    <Split
      side={
        <>
          <Card title={t('rewards:form.where')}>
            <dl className="carat-facts">
              <Where title={t('rewards:fields.Outlets')} of={reward} type="Building" none={t('rewards:allOutlets')} />
              <Where
                title={t('rewards:fields.StockGroups')}
                of={reward}
                type="ProntoStockGroup"
                none={t('rewards:allGoods')}
              />
            </dl>
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
            ...shown('PointDeduct', 'BirthdayPointDeduct', 'CashTopUp', 'VoucherType', 'VoucherValue', 'MinimumSpend'),
            ...shown('UnitCost'),
            'RequiresInvoiceYN',
            ...(isGift ? [] : (['DeductPointInClaimYN'] as const)),
          ]}
        />
      </Card>
      <Card title={t('rewards:form.validity')}>
        <RecordFacts
          area="rewards"
          of={Reward}
          record={reward}
          fields={[
            ...shown('ValidFrom', 'ValidTo'),
            ...(isGift ? (['CollectWithinDays'] as const) : (['ValidityMode'] as const)),
            ...(!isGift && reward.ValidityMode === 'Days after issue' ? (['ValidityDays'] as const) : []),
            {
              field: 'PerMemberLimit',
              render: ({ PerMemberLimit, PerMemberPeriod }) =>
                PerMemberLimit === null
                  ? t('rewards:noLimit')
                  : t(`rewards:perMember.${PerMemberPeriod}`, { count: PerMemberLimit }),
            },
            {
              field: 'CardCategories',
              render: ({ CardCategories }) => CardCategories.join(', ') || t('rewards:allMembers'),
            },
            ...shown('MemberType'),
          ]}
        />
      </Card>
      <CustomFacts of="Rewards" held={reward.CustomValues} />
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
    </Split>
  )
}

type WhereProps = { title: string; of: RewardDetail; type: string; none: string }

function Where({ title, of: { Objects }, type, none }: WhereProps) {
  const named = Objects.filter(({ ObjectType }) => ObjectType === type)
  return (
    <div className="carat-facts-wide">
      <dt>{title}</dt>
      <dd>
        {named.length === 0 ? (
          none
        ) : (
          <Row>
            {named.map(({ ObjectValue, ObjectName }) => (
              <Tag key={ObjectValue}>
                <bdi>{ObjectName ?? ObjectValue}</bdi>
              </Tag>
            ))}
          </Row>
        )}
      </dd>
    </div>
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
          {Images.map(({ MediaId, Url, ThumbnailUrl, AltText }, place) => (
            <li key={MediaId}>
              <figure>
                <img
                  src={fileUrl(ThumbnailUrl ?? Url)}
                  alt={AltText ?? t('rewards:picture.name', { number: place + 1 })}
                />
              </figure>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
