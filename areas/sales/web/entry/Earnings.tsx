import { Button } from 'antd'
import { useId, useState } from 'react'
import { MoneyText, PointsText } from '#kit/web/Figures.tsx'
import { businessDate, formatMoney, formatPoints, formatShortDate, trimDecimals } from '#kit/web/format.ts'
import { errorText, type TranslateFunction, useT } from '#kit/web/i18n.ts'
import { Muted, Row, SumList } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import type { PreviewedSale } from '../../contract.ts'
import { toCents, toSmallestUnits, unitsToAmount } from '../amounts.ts'
import type { SaleDraft } from './draft.ts'
import type { SalePreview } from './usePreview.ts'

/** Shows the points of a sale before it is posted, with the rule that applies and the member's resulting balance. */
export function SaleEarningsPreview({ draft, preview: { sale, error } }: { draft: SaleDraft; preview: SalePreview }) {
  const t = useT()
  if (draft.MembershipNo === null) return null
  if (!sale)
    return (
      <Card label={t('sales:preview.title')}>
        <Muted as="p" role="status">
          {error
            ? `${t('sales:preview.failed')}. ${errorText(error).description}`
            : t(draft.MembershipNo === undefined ? 'sales:preview.choose' : 'sales:preview.begin')}
        </Muted>
      </Card>
    )
  return (
    <Card label={t('sales:preview.title')}>
      <div className="carat-stack">
        <Total sale={sale} />
        {sale.WaitsYN === 'Y' && <Muted as="p">{t('sales:preview.waits')}</Muted>}
        <SumList items={rowsAfter(sale, t)} />
        {sale.NextTier && <Progress tier={sale.NextTier} adds={sale.QualifyingAmount} />}
      </div>
    </Card>
  )
}

function Total({ sale }: { sale: PreviewedSale }) {
  const t = useT()
  const id = useId()
  const [open, setOpen] = useState(false)
  const why = whyNothing(sale, t)
  return (
    <div className="carat-stack" style={{ gap: 'var(--gap-s)' }}>
      <Row justify="spread" tight>
        <div role="status" aria-live="polite">
          {why ? (
            <>
              <strong>{t('sales:preview.none')}</strong>
              {why !== true && <Muted as="div">{why}</Muted>}
            </>
          ) : (
            <>
              <Muted as="div">{t('sales:preview.title')}</Muted>
              <strong className="carat-good" style={{ font: '650 var(--carat-figure) var(--ant-font-family)' }}>
                <PointsText points={sale.Points + sale.BonusPoints} sign="signed" />
                <span className="carat-unseen"> {t('sales:points', { count: sale.Points + sale.BonusPoints })}</span>
              </strong>
            </>
          )}
        </div>
        {sale.Lines.some(({ Exact }) => Number(Exact) !== 0) && (
          <Button type="link" size="small" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
            {t('sales:preview.how')}
          </Button>
        )}
      </Row>
      {open && (
        <div id={id}>
          <Arithmetic sale={sale} />
        </div>
      )}
      {sale.Bonuses.length > 0 && <SumList items={partsOf(sale, t)} />}
    </div>
  )
}

/** Shows the points of the lines and the bonus of each campaign. */
const partsOf = (sale: PreviewedSale, t: TranslateFunction) => [
  {
    label: <Muted>{t('customers:salePoints.earned')}</Muted>,
    value: <PointsText points={sale.Points} sign="signed" />,
  },
  ...sale.Bonuses.map(({ Name, Points, Multiplier }) => ({
    label: (
      <bdi>
        {Multiplier === null
          ? Name
          : t('sales:preview.bonusTimes', { name: Name, times: Multiplier.replace(/\.?0+$/, '') })}
      </bdi>
    ),
    value: <PointsText points={Points} sign="signed" />,
  })),
]

/** Shows the calculation for each piece, then the effect of rounding and caps. */
function Arithmetic({ sale }: { sale: PreviewedSale }) {
  const t = useT()
  const times = [
    !isOne(sale.StructureMultiplier) && `× ${formatMoney(sale.StructureMultiplier)}`,
    !isOne(sale.LevelMultiplier) &&
      `× ${formatMoney(sale.LevelMultiplier)} ${t(sale.BirthdayYN === 'Y' ? 'sales:preview.birthday' : 'sales:preview.tier')}`,
  ]
    .filter(Boolean)
    .join(' ')
  const capped = sale.MaxPointsPerInvoice !== null && sale.Points === sale.MaxPointsPerInvoice
  return (
    <>
      <SumList
        items={[
          ...sale.Lines.map((line) => ({
            label: (
              <Muted>
                {line.SequenceNo}.{' '}
                <span dir="ltr">
                  {line.PointRate === null
                    ? t(line.EligibleYN === 'N' ? 'sales:lines.noPoints' : 'sales:preview.noRate')
                    : `${formatMoney(line.EarningAmount)} / ${formatMoney(line.RateAmount)} × ${formatMoney(line.PointRate)} ${times}`}
                </span>
              </Muted>
            ),
            value: <MoneyText amount={trimDecimals(line.Exact)} />,
          })),
          {
            label: (
              <Muted>
                {capped
                  ? t('sales:preview.limit', { points: formatPoints(sale.MaxPointsPerInvoice) })
                  : t('sales:preview.rounding')}
              </Muted>
            ),
            value: <MoneyText amount={trimDecimals(difference(sale))} />,
          },
          { label: t('sales:fields.EarnedPoints'), value: <PointsText points={sale.Points} />, strong: true },
        ]}
      />
      {sale.StructureName && <Muted as="p">{t('sales:preview.rule', { name: sale.StructureName })}</Muted>}
    </>
  )
}

const rowsAfter = (sale: PreviewedSale, t: TranslateFunction) => [
  {
    label: <Muted>{t('sales:preview.after')}</Muted>,
    value: (
      <strong>
        <PointsText points={sale.AvailableAfter} />
      </strong>
    ),
  },
  sale.Points + sale.BonusPoints > 0 &&
    sale.WaitsYN === 'N' && {
      label: <Muted>{t('sales:preview.from')}</Muted>,
      value:
        sale.AvailableFrom && sale.AvailableFrom > businessDate()
          ? formatShortDate(sale.AvailableFrom)
          : t('sales:preview.today'),
    },
  sale.Points + sale.BonusPoints > 0 && {
    label: <Muted>{t('sales:preview.until')}</Muted>,
    value: sale.ExpiryDate ? formatShortDate(sale.ExpiryDate) : t('sales:preview.never'),
  },
]

type ProgressProps = { tier: NonNullable<PreviewedSale['NextTier']>; adds: string }

/** Shows the spend towards the next tier and the part that this sale contributes. */
function Progress({ tier: { Name, Amount, Spent }, adds }: ProgressProps) {
  const t = useT()
  const [before, more, needed] = [toCents(Spent), toCents(adds), toCents(Amount)]
  const missing = needed - before - more
  const share = (part: bigint) => `${Math.max(0, Math.min(100, Number((part * 1000n) / needed) / 10))}%`
  return (
    <div
      className="carat-stack"
      style={{ gap: 'var(--gap-s)', borderBlockStart: 'var(--line)', paddingBlockStart: 16 }}
    >
      <Row justify="spread">
        <strong>{t('sales:preview.toTier', { tier: Name })}</strong>
        <Muted>
          <bdi>
            {t('sales:preview.ofNeeded', {
              spent: formatMoney(unitsToAmount(before + more)),
              needed: formatMoney(Amount),
            })}
          </bdi>
        </Muted>
      </Row>
      <span aria-hidden style={track}>
        <span style={{ inlineSize: share(before), background: 'var(--ant-color-primary)' }} />
        <span style={{ inlineSize: share(more), background: 'var(--ant-color-success)' }} />
      </span>
      <Muted>
        {missing > 0n
          ? t('sales:preview.missing', { amount: formatMoney(unitsToAmount(missing), { currency: true }), tier: Name })
          : t('sales:preview.reached', { tier: Name })}
      </Muted>
    </div>
  )
}

const track = {
  display: 'flex',
  blockSize: 8,
  borderRadius: 4,
  overflow: 'hidden',
  background: 'var(--ant-color-border-secondary)',
} as const

/** Returns a sentence that explains why a sale earns nothing, or `true` if its lines show the reason. */
function whyNothing(sale: PreviewedSale, t: TranslateFunction): string | true | undefined {
  if (sale.Points + sale.BonusPoints > 0) return undefined
  if (sale.StructureName === null && sale.Lines.some(({ EligibleYN }) => EligibleYN === 'Y'))
    return t('sales:preview.noStructure')
  if (sale.MinimumSpend !== null && Number(sale.MinimumSpend) > 0 && Number(sale.Exact) >= 1)
    return t('sales:preview.minimum', { amount: formatMoney(sale.MinimumSpend, { currency: true }) })
  return true
}

const isOne = (multiplier: string | null) => multiplier === null || /^1(\.0*)?$/.test(multiplier)

const MICRO = 1_000_000n

/** Returns points less their exact sum, in millionths; the difference is due to rounding or a cap. */
const difference = ({ Points, Exact }: PreviewedSale): string =>
  unitsToAmount(BigInt(Points) * MICRO - toSmallestUnits(Exact, 6), 6)
