import { Table, Tag } from 'antd'
import { MoneyText, PointsText } from '#kit/web/Figures.tsx'
import { useT } from '#kit/web/i18n.ts'
import { EntryList, ListEntry, Muted } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import { useMedia } from '#kit/web/useMedia.ts'
import type { Detail, SummaryWithDetails } from '../../contract.ts'
import { toCents, toThousandths, trimPriceZeros, trimQuantityZeros } from '../amounts.ts'
import { pieceDescription, pieceName } from '../piece.ts'
import { SaleCheckTag } from '../TransactionTags.tsx'

/** Table of a sale's lines, each with its earned and reversed points. */
export function TransactionLinesCard({ transaction }: { transaction: SummaryWithDetails }) {
  const t = useT()
  return (
    <Card flush title={t('sales:lines.title')}>
      <TransactionLinesTable transaction={transaction} />
    </Card>
  )
}

/** Table of a sale's lines without a frame, for pages that have a frame. */
export function TransactionLinesTable({ transaction }: { transaction: SummaryWithDetails }) {
  // Tablets in portrait mode show fewer columns, because eight are too wide.
  const isNarrow = useMedia('(max-width: 767.98px)')
  if (!isNarrow) return <WideTable transaction={transaction} />
  const member = transaction.TransactionType === 'N' && transaction.MembershipNo !== null
  return <LineList lines={transaction.Details} member={member} />
}

function WideTable({ transaction }: { transaction: SummaryWithDetails }) {
  const t = useT()
  const labels = useLabels('sales')
  const isSale = transaction.TransactionType === 'N'
  const figure = { align: 'end' as const, className: 'carat-figure' }
  const hasAmount = (field: 'Discount' | 'Tax') => transaction.Details.some((line) => toCents(line[field]) !== 0n)
  const money = (field: 'UnitPrice' | 'Discount' | 'Tax' | 'NetAmount') => ({
    ...figure,
    key: field,
    title: labels.field(field),
    render: (_: unknown, line: Detail) => <MoneyText amount={trimPriceZeros(line[field])} />,
  })
  return (
    <Table<Detail>
      className="carat-inner-table"
      rowKey="SequenceNo"
      pagination={false}
      dataSource={transaction.Details}
      locale={{ emptyText: t('sales:lines.none') }}
      columns={[
        { title: '#', render: (_, line) => line.OldSequenceNo ?? line.SequenceNo, width: 48 },
        { title: labels.field('Description'), render: (_, line) => <SoldPieceCell line={line} /> },
        { ...figure, title: labels.field('Quantity'), render: (_, line) => <Sold line={line} /> },
        money('UnitPrice'),
        ...(hasAmount('Discount') ? [money('Discount')] : []),
        ...(hasAmount('Tax') ? [money('Tax')] : []),
        money('NetAmount'),
        ...(isSale && transaction.MembershipNo
          ? [
              {
                ...figure,
                key: 'points',
                title: labels.field('Points'),
                render: (_: unknown, line: Detail) => <LinePoints line={line} />,
              },
            ]
          : []),
      ]}
    />
  )
}

function LineList({ lines, member }: { lines: readonly Detail[]; member: boolean }) {
  const labels = useLabels('sales')
  return (
    <EntryList>
      {lines.map((line) => (
        <ListEntry
          key={line.SequenceNo}
          side={
            <>
              <span>
                {labels.field('Quantity')} <Sold line={line} />
              </span>
              <MoneyText amount={line.NetAmount} />
              {member && <LinePoints line={line} named />}
            </>
          }
        >
          <SoldPieceCell line={line} />
        </ListEntry>
      ))}
    </EntryList>
  )
}

export function SoldPieceCell({ line }: { line: Detail }) {
  const t = useT()
  const about = [...pieceDescription(line), line.SerialNo && `S/N ${line.SerialNo}`, line.CertificateNo]
  return (
    <>
      <div>{pieceName(line)}</div>
      <Muted>{about.filter(Boolean).join(' · ')}</Muted>
      {line.CheckStatus === 'Waiting' && (
        <>
          {' '}
          <SaleCheckTag waits />
        </>
      )}
      {line.EligibleYN === 'N' && line.CheckStatus !== 'Waiting' && (
        <>
          {' '}
          <Tag variant="outlined">{t('sales:lines.noPoints')}</Tag>
        </>
      )}
    </>
  )
}

function Sold({ line }: { line: Detail }) {
  const t = useT()
  const back = toThousandths(line.CancelledQuantity) > 0n
  return (
    <>
      {trimQuantityZeros(line.Quantity)}
      {back && (
        <Muted as="div" className="carat-bad">
          {t('sales:lines.cancelled', { quantity: trimQuantityZeros(line.CancelledQuantity) })}
        </Muted>
      )}
    </>
  )
}

function LinePoints({ line, named = false }: { line: Detail; named?: boolean }) {
  const t = useT()
  return (
    <>
      <div>
        <PointsText points={line.PointsEarned} /> {named && t('sales:points', { count: line.PointsEarned })}
      </div>
      {line.PointsReversed > 0 && (
        <div>
          <PointsText points={-line.PointsReversed} sign="signed" />
        </div>
      )}
    </>
  )
}
