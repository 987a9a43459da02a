import { Tag } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { MoneyText, PointsText } from '#kit/web/Figures.tsx'
import { formatDate, formatMoney, getCurrency } from '#kit/web/format.ts'
import { type T, useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import type { ExplainedLot } from '../../contract.ts'
import { saleLink } from '../links.ts'
import { expectedPoints } from './expected.ts'

/** One lot: what came in, by which sale and rules, what became of it and what is left. */
export function LotCard({ lot }: { lot: ExplainedLot }) {
  const t = useT()
  const labels = useLabels('points')
  return (
    <li className="carat-card points-lot">
      <div className="points-lot-head">
        <div>
          <h3>
            {labels.value('TransactionType', lot.TransactionType)} <PointsText points={lot.PointAmount} sign="signed" />
          </h3>
          <div className="points-quiet">
            {joined(
              formatDate(lot.BusinessDate),
              lot.InvoiceNo && <Link to={saleLink(lot.InvoiceNo)}>{lot.InvoiceNo}</Link>,
              lot.OutletCode,
              lot.StaffName && t('points:explain.by', { name: lot.StaffName }),
              lot.Remark,
            )}
          </div>
        </div>
        <div className="points-left">
          <strong>
            <PointsText points={lot.Remaining} />
          </strong>
          <span className="points-quiet">{t('points:explain.left')}</span>
          <Expiry lot={lot} />
        </div>
      </div>
      {lot.Lines.length > 0 && <Lines lot={lot} />}
      {lot.Uses.length > 0 && <Uses lot={lot} />}
    </li>
  )
}

function Expiry({ lot }: { lot: ExplainedLot }) {
  const t = useT()
  if (lot.Remaining === 0) return <Tag style={{ margin: 0 }}>{t('points:explain.usedUp')}</Tag>
  return (
    <span className="points-quiet">
      {lot.ExpiryDate ? t('points:explain.expires', { date: formatDate(lot.ExpiryDate) }) : t('points:explain.never')}
    </span>
  )
}

function Lines({ lot }: { lot: ExplainedLot }) {
  const t = useT()
  const expected = expectedPoints(lot)
  return (
    <>
      <ul className="points-lines">
        {lot.Lines.map((line) => (
          <li key={line.SequenceNo}>
            <div className="points-line-piece">
              {line.Description ?? line.Brand}
              <div className="points-quiet">
                {[line.Description && line.Brand, line.ProductGroup].filter(Boolean).join(' · ')}
              </div>
            </div>
            <div className="points-line-rule points-quiet">{ruleOf(line, lot, t)}</div>
            <div className="points-line-net">
              <MoneyText amount={line.NetAmount} currency />
            </div>
            <div className="points-line-points">
              <PointsText points={line.PointsEarned} sign="signed" />
              {line.PointsReversed > 0 && (
                <>
                  {' '}
                  <PointsText points={-line.PointsReversed} sign="signed" />
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
      {expected !== undefined && lot.PointAmount !== expected && (
        <p className="points-quiet points-note">
          {t(lot.PointAmount < expected ? 'points:explain.less' : 'points:explain.more')}
        </p>
      )}
    </>
  )
}

const isOne = (multiplier: string | null) => multiplier === null || /^1(\.0*)?$/.test(multiplier)

/** "RM 10.00 earns 1.00 points × 1.50 (Gold)": the version of the rules that counted on that day. */
function ruleOf(line: ExplainedLot['Lines'][number], lot: ExplainedLot, t: T) {
  if (line.EligibleYN === 'N') return t('points:explain.notEligible')
  if (line.RateAmount === null || line.PointRate === null) return t('points:explain.noRate')
  const rate = t('points:explain.rate', {
    amount: `${getCurrency()} ${formatMoney(line.RateAmount)}`,
    points: formatMoney(line.PointRate),
  })
  return [
    rate,
    !isOne(lot.StructureMultiplier) &&
      t('points:explain.timesPlan', { multiplier: lot.StructureMultiplier ?? '', name: lot.StructureName ?? '' }),
    !isOne(lot.LevelMultiplier) && t('points:explain.timesLevel', { multiplier: lot.LevelMultiplier ?? '' }),
    rateName(line.RateName),
  ]
    .filter(Boolean)
    .join(' ')
}

/** The house's own rate needs no name; one of a brand or a product group says whose it is. */
const rateName = (name: string | null) => {
  const own = name?.replace(/^All( · )?/, '')
  return own && `(${own})`
}

function Uses({ lot }: { lot: ExplainedLot }) {
  const t = useT()
  const labels = useLabels('points')
  return (
    <div className="points-uses">
      <h4>{t('points:explain.uses')}</h4>
      <ul>
        {lot.Uses.map((use) => (
          <li key={`${use.HistoryId} ${use.Kind}`}>
            <span>
              {joined(
                formatDate(use.BusinessDate),
                labels.value('TransactionType', use.TransactionType),
                use.InvoiceNo && (
                  <Link to={saleLink(use.InvoiceNo, use.TransactionType === 'Reversal' ? 'C' : 'N')}>
                    {use.InvoiceNo}
                  </Link>
                ),
                use.Remark,
              )}
            </span>
            <PointsText points={-use.Points} sign="signed" />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Parts of a sentence with a dot between those that are there. */
const joined = (...parts: readonly ReactNode[]) =>
  parts
    .filter((part) => part !== null && part !== undefined && part !== '')
    .map((part, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change places.
      <span key={place}>
        {place > 0 && ' · '}
        {part}
      </span>
    ))
