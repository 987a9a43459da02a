import '../points.css'
import { Tag } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { salePath } from '#areas/sales/paths.ts'
import { PointsText } from '#kit/web/Figures.tsx'
import { formatDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Row } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import type { ExplainedLot } from '../../contract.ts'
import { RoundingNote, SaleTable } from './SaleTable.tsx'

/** One lot: what came in, by which sale and rules, what became of it and what is left. */
export function LotCard({ lot }: { lot: ExplainedLot }) {
  const t = useT()
  const labels = useLabels('points')
  return (
    <li className="carat-card points-lot">
      <Row tight start justify="spread" gap="l" className="carat-card-body">
        <div className="carat-entry">
          <h3 className="carat-card-title">
            {labels.value('TransactionType', lot.TransactionType)} <PointsText points={lot.PointAmount} sign="signed" />
          </h3>
          <Muted>
            {joined(
              formatDate(lot.BusinessDate),
              lot.InvoiceNo && (
                <Link to={salePath({ TransactionType: 'N', InvoiceNo: lot.InvoiceNo })}>{lot.InvoiceNo}</Link>
              ),
              lot.OutletCode,
              lot.StaffName && t('points:explain.by', { name: lot.StaffName }),
              lot.Whole && lot.StructureName && t('points:explain.rule', { name: lot.StructureName }),
              lot.Remark,
            )}
          </Muted>
        </div>
        <div className="carat-entry-side">
          <span>
            <strong className="carat-record-name">
              <PointsText points={lot.Remaining} />
            </strong>{' '}
            <Muted>{t('points:explain.left')}</Muted>
          </span>
          <Expiry lot={lot} />
        </div>
      </Row>
      {(lot.Lines.length > 0 || lot.Uses.length > 0) && <SaleTable lot={lot} />}
      <RoundingNote lot={lot} />
    </li>
  )
}

function Expiry({ lot }: { lot: ExplainedLot }) {
  const t = useT()
  if (lot.Remaining === 0) return <Tag style={{ margin: 0 }}>{t('points:explain.usedUp')}</Tag>
  return (
    <Muted>
      {lot.ExpiryDate ? t('kit:balance.until', { date: formatDate(lot.ExpiryDate) }) : t('kit:balance.never')}
    </Muted>
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
