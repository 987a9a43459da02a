import { Table } from 'antd'
import { Link } from 'react-router'
import { formatSalePointNote } from '#areas/customers/web/index.ts'
import { salePath } from '#areas/sales/paths.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { PointsText } from '#kit/web/Figures.tsx'
import { formatDate } from '#kit/web/format.ts'
import { EntryList, ListEntry, Muted, TwoLineText } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { useMedia } from '#kit/web/useMedia.ts'
import type { getPointStatement } from '../../contract.ts'
import '../points.css'

type Row = Reply<typeof getPointStatement>['rows'][number]

/** Lists movements of points in the order of the ledger, each with the balance after it. */
export function PointMovements({ rows }: { rows: readonly Row[] }) {
  const labels = useLabels('points')
  const isNarrow = useMedia('(max-width: 767.98px)')
  const notes = salePartsByFirstMovement(rows)
  if (isNarrow) return <NarrowRows rows={rows} notes={notes} />
  const minor = { className: 'carat-minor' }
  const figure = { align: 'end' as const, className: 'carat-figure' }
  return (
    <Table<Row>
      rowKey="HistoryId"
      className="carat-inner-table"
      pagination={false}
      dataSource={[...rows]}
      columns={[
        { ...minor, align: 'end', title: labels.field('SequenceNo'), dataIndex: 'SequenceNo', width: 64 },
        { title: labels.field('BusinessDate'), render: (_, row) => formatDate(row.BusinessDate) },
        {
          title: labels.field('TransactionType'),
          render: (_, row) => labels.value('TransactionType', row.TransactionType),
        },
        {
          title: labels.field('Reference'),
          render: (_, row) => <Reference row={row} note={notes.get(row.HistoryId)} />,
        },
        { ...minor, title: labels.field('OutletCode'), dataIndex: 'OutletCode' },
        { ...minor, title: labels.field('ExpiryDate'), render: (_, row) => formatDate(row.ExpiryDate) },
        {
          ...figure,
          title: labels.field('Points'),
          render: (_, row) => <PointsText points={row.Points} sign="signed" />,
        },
        { ...figure, title: labels.field('Balance'), render: (_, row) => <PointsText points={row.Balance} /> },
      ]}
    />
  )
}

const NarrowRows = ({ rows, notes }: { rows: readonly Row[]; notes: ReadonlyMap<number, string> }) => {
  const labels = useLabels('points')
  return (
    <EntryList as="ol">
      {rows.map((row) => (
        <ListEntry
          key={row.HistoryId}
          side={
            <>
              <PointsText points={row.Points} sign="signed" />
              <Muted>
                <PointsText points={row.Balance} />
              </Muted>
            </>
          }
        >
          {labels.value('TransactionType', row.TransactionType)}
          <Muted as="div">
            {formatDate(row.BusinessDate)} <Reference row={row} note={notes.get(row.HistoryId)} />
          </Muted>
        </ListEntry>
      ))}
    </EntryList>
  )
}

/** Shows the number of the movement's sale or reward, and the remark. */
function Reference({
  row: { InvoiceNo, ReferenceCode, Remark, TransactionType },
  note,
}: {
  row: Row
  note: string | undefined
}) {
  const number =
    InvoiceNo === null ? (
      ReferenceCode
    ) : (
      <Link to={salePath({ TransactionType: cancels.has(TransactionType) ? 'C' : 'N', InvoiceNo })}>{InvoiceNo}</Link>
    )
  if (number === null) return <bdi>{Remark}</bdi>
  const notes = [Remark !== InvoiceNo && Remark, note].filter(Boolean).join(' · ')
  return notes ? <TwoLineText second={<bdi>{notes}</bdi>}>{number}</TwoLineText> : number
}

/** Returns texts that split the points of each sale into parts, by the id of the sale's first movement. */
export function salePartsByFirstMovement(rows: readonly Row[]): ReadonlyMap<number, string> {
  const notes = new Map<number, string>()
  const noted = new Set<string>()
  for (const { HistoryId, InvoiceNo, SalePoints } of rows) {
    if (InvoiceNo === null || SalePoints === null || noted.has(InvoiceNo)) continue
    noted.add(InvoiceNo)
    const note = formatSalePointNote(SalePoints, { total: true })
    if (note) notes.set(HistoryId, note)
  }
  return notes
}

/** Types of movements that show the number of a cancellation instead of the number of a sale. */
const cancels: ReadonlySet<Row['TransactionType']> = new Set(['Reversal', 'Redeem Refund'])
