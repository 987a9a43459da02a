import '../points.css'
import { Tag } from 'antd'
import { ReceiptTextIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { salePath } from '#areas/sales/paths.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { ShortDate } from '#kit/web/Dates.tsx'
import { PointsText } from '#kit/web/Figures.tsx'
import { formatMoney, formatPoints, formatShortDate, listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Row } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import type { ExplainedLot } from '../../contract.ts'
import { LotCalculationTable, RoundingNote } from './SaleTable.tsx'

/** Shows one lot: its points, their sale and rules, the uses of the points, and the points left. */
export function PointLotCard({ lot }: { lot: ExplainedLot }) {
  const t = useT()
  const labels = useLabels('points')
  return (
    <li className="carat-card points-lot">
      <Row tight start justify="spread" gap="m" className="carat-card-body">
        <ReceiptTextIcon aria-hidden />
        <div className="carat-entry">
          <h3 className="carat-card-title">
            {joined(
              lot.InvoiceNo ? (
                <Link to={salePath({ TransactionType: 'N', InvoiceNo: lot.InvoiceNo })}>{lot.InvoiceNo}</Link>
              ) : (
                labels.value('TransactionType', lot.TransactionType)
              ),
              <ShortDate value={lot.BusinessDate} />,
            )}
          </h3>
          <Muted>
            {joined(
              lot.InvoiceNo && labels.value('TransactionType', lot.TransactionType),
              lot.OutletCode,
              lot.StaffName && t('points:explain.by', { name: formatPersonName(lot.StaffName) }),
              lot.Whole && lot.StructureName && t('points:explain.rule', { name: lot.StructureName }),
              lot.Campaign?.Name ?? lot.Remark,
            )}
          </Muted>
        </div>
        <div className="carat-entry-side">
          <strong className="carat-record-name">
            <PointsText points={lot.PointAmount} sign="signed" />
          </strong>
          {lot.Remaining !== lot.PointAmount && lot.Remaining > 0 && (
            <Muted>
              <PointsText points={lot.Remaining} /> {t('points:explain.left')}
            </Muted>
          )}
          <Expiry lot={lot} />
        </div>
      </Row>
      {(lot.Lines.length > 0 || lot.Uses.length > 0) && <LotCalculationTable lot={lot} />}
      <RoundingNote lot={lot} />
      {lot.Campaign && <CampaignNote campaign={lot.Campaign} />}
    </li>
  )
}

/** Describes the campaign rule that added the points of the lot. */
function CampaignNote({ campaign }: { campaign: NonNullable<ExplainedLot['Campaign']> }) {
  const t = useT()
  const { Code, AwardPoint, Multiplier, MinimumPurchase, Lines } = campaign
  const pieces = Lines.map((number) => t('points:explain.pieceNumber', { number })).join(listSeparator())
  return (
    <Muted as="p" className="carat-card-body">
      {Multiplier === null
        ? t('points:explain.campaignPoints', { code: Code, points: formatPoints(AwardPoint), pieces })
        : t('points:explain.campaignTimes', { code: Code, times: Multiplier.replace(/\.?0+$/, ''), pieces })}{' '}
      {MinimumPurchase !== null &&
        t('points:explain.campaignFrom', { amount: formatMoney(MinimumPurchase, { currency: true }) })}
    </Muted>
  )
}

function Expiry({ lot }: { lot: ExplainedLot }) {
  const t = useT()
  if (lot.Remaining === 0) return <Tag style={{ margin: 0 }}>{t('points:explain.usedUp')}</Tag>
  return (
    <Muted>
      {lot.ExpiryDate
        ? t('memberships:balance.until', { date: formatShortDate(lot.ExpiryDate) })
        : t('memberships:balance.never')}
    </Muted>
  )
}

/** Joins parts of a sentence with a dot between them and omits empty parts. */
const joined = (...parts: readonly ReactNode[]) =>
  parts
    .filter((part) => part !== null && part !== undefined && part !== '')
    .map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change places.
      <span key={index}>
        {index > 0 && ' · '}
        {part}
      </span>
    ))
