import { Radio } from 'antd'
import { CardCategoryTag } from '#areas/memberships/web/index.ts'
import { formatDate, formatMonth, formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { ChangeArrow, Row, Stack, SumList } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import type { KeepTierOf, MembershipChange, MergePreview } from '../../contract.ts'
import { MovedRecordCounts } from '../Moves.tsx'

type Props = { preview: MergePreview; keep: KeepTierOf; onKeep: (keep: KeepTierOf) => void }

/** Shows the effect of a merge on points, card and cycle, and the rows that move. */
export function MergeEffects({ preview, keep, onKeep }: Props) {
  const t = useT()
  const labels = useLabels('merges')
  const { Memberships, Moves: moves, Expiries, Consents } = preview
  return (
    <Card title={t('merges:happensTitle')}>
      <Row gap="l" className="carat-muted carat-space-after">
        <span id="merges-keep">{t('merges:keepTier')}</span>
        <Radio.Group
          aria-labelledby="merges-keep"
          value={keep}
          onChange={({ target }) => onKeep(target.value as KeepTierOf)}
          options={(['Higher', 'Survivor', 'Merged'] as const).map((value) => ({
            value,
            label: t(`merges:keep.${value}`),
          }))}
        />
      </Row>
      <Stack gap="m" as="ul">
        {Memberships.map((change) => (
          <li key={change.MembershipNo}>
            <MembershipChangeCard change={change} />
          </li>
        ))}
      </Stack>
      {Expiries.length > 0 && (
        <>
          <h3 className="carat-part">{t('merges:expiries')}</h3>
          <dl className="carat-sums">
            {Expiries.map(({ Month, Points }) => (
              <div key={Month ?? 'never'}>
                <dt>{Month ? formatMonth(Month) : t('merges:never')}</dt>
                <dd className="carat-figure">{formatPoints(Points)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {moves.length > 0 && (
        <>
          <h3 className="carat-part">{t('merges:moves')}</h3>
          <MovedRecordCounts moves={moves} />
        </>
      )}
      {Consents.length > 0 && (
        <>
          <h3 className="carat-part">{t('merges:consents')}</h3>
          <dl className="carat-sums">
            {Consents.map(({ Channel, Before, After }) => (
              <div key={Channel}>
                <dt>{labels.value('Channel', Channel)}</dt>
                <dd>
                  <BeforeAfter
                    from={Before === null ? null : t(`merges:answers.${Before as 'Y'}`)}
                    to={t(`merges:answers.${After as 'Y'}`)}
                  />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Card>
  )
}

function MembershipChangeCard({ change }: { change: MembershipChange }) {
  const t = useT()
  const { MembershipNo, Into, CardGroupName } = change
  if (Into === null) return <span>{t('merges:goesAsItIs', { number: MembershipNo, group: CardGroupName })}</span>
  const title = t('merges:goesInto', { number: MembershipNo, into: Into })
  return (
    <>
      <h3 className="carat-part">{title}</h3>
      <SumList
        label={title}
        items={[
          {
            label: t('merges:balance'),
            value: <BeforeAfter from={formatPoints(change.PointsBefore)} to={formatPoints(change.PointsAfter)} />,
          },
          change.ArrearsAfter > 0 && { label: t('merges:owes'), value: formatPoints(change.ArrearsAfter) },
          {
            label: t('merges:category'),
            value: <TierChange from={change.CategoryBefore} to={change.CategoryAfter} />,
          },
          change.CycleEndAfter && {
            label: t('merges:cycleEnd'),
            value: (
              <BeforeAfter
                from={change.CycleEndBefore && formatDate(change.CycleEndBefore)}
                to={formatDate(change.CycleEndAfter)}
              />
            ),
          },
        ]}
      />
    </>
  )
}

function TierChange({ from, to }: { from: string | null; to: string | null }) {
  const t = useT()
  if (from === to) return <CardCategoryTag code={to} />
  return (
    <Row tight gap="xs">
      <CardCategoryTag code={from} />
      <ChangeArrow label={t('merges:becomes')} />
      <CardCategoryTag code={to} />
    </Row>
  )
}

/** Shows the value before and after the merge, or one value if nothing changes. */
function BeforeAfter({ from, to }: { from: string | null; to: string | null }) {
  const t = useT()
  const nothing = t('merges:nothing')
  if (from === to) return <span className="carat-figure">{to ?? nothing}</span>
  return (
    <span className="carat-figure">
      {from ?? nothing}
      <ChangeArrow label={t('merges:becomes')} />
      <b>{to ?? nothing}</b>
    </span>
  )
}
