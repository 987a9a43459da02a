import { Radio } from 'antd'
import { formatDate, formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Arrow, Row, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import type { KeepTierOf, MembershipChange, MergePreview } from '../../contract.ts'
import { Moves } from '../Moves.tsx'

type Props = { preview: MergePreview; keep: KeepTierOf; onKeep: (keep: KeepTierOf) => void }

/** What it does to points, card and cycle, and what goes over with them. */
export function WhatHappens({ preview, keep, onKeep }: Props) {
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
            <Change change={change} />
          </li>
        ))}
      </Stack>
      {Expiries.length > 0 && (
        <>
          <h3 className="carat-part">{t('merges:expiries')}</h3>
          <dl className="carat-sums">
            {Expiries.map(({ Month, Points }) => (
              <div key={Month ?? 'never'}>
                <dt>{Month ?? t('merges:never')}</dt>
                <dd className="carat-figure">{formatPoints(Points)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {moves.length > 0 && (
        <>
          <h3 className="carat-part">{t('merges:moves')}</h3>
          <Moves moves={moves} />
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
                  <Becomes
                    from={Before === null ? null : t(`merges:said.${Before as 'Y'}`)}
                    to={t(`merges:said.${After as 'Y'}`)}
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

function Change({ change }: { change: MembershipChange }) {
  const t = useT()
  const { MembershipNo, Into, CardGroupName } = change
  if (Into === null) return <span>{t('merges:goesAsItIs', { number: MembershipNo, group: CardGroupName })}</span>
  return (
    <>
      <strong>{t('merges:goesInto', { number: MembershipNo, into: Into })}</strong>
      <span>
        {t('merges:balance')} <Becomes from={formatPoints(change.PointsBefore)} to={formatPoints(change.PointsAfter)} />
        {change.ArrearsAfter > 0 && ` (${t('merges:owes')} ${formatPoints(change.ArrearsAfter)})`}
      </span>
      <span>
        {t('merges:category')} <Becomes from={change.CategoryBefore} to={change.CategoryAfter} />
      </span>
      {change.CycleEndAfter && (
        <span>
          {t('merges:cycleEnd')}{' '}
          <Becomes
            from={change.CycleEndBefore && formatDate(change.CycleEndBefore)}
            to={formatDate(change.CycleEndAfter)}
          />
        </span>
      )}
    </>
  )
}

/** Now → afterwards, or the one word where nothing changes. */
function Becomes({ from, to }: { from: string | null; to: string | null }) {
  const t = useT()
  const nothing = t('merges:nothing')
  if (from === to) return <span className="carat-figure">{to ?? nothing}</span>
  return (
    <span className="carat-figure">
      {from ?? nothing}
      <Arrow label={t('merges:becomes')} />
      <b>{to ?? nothing}</b>
    </span>
  )
}
