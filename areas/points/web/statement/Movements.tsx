import { Table } from 'antd'
import { Link } from 'react-router'
import { salePath } from '#areas/sales/paths.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { PointsText } from '#kit/web/Figures.tsx'
import { formatDate } from '#kit/web/format.ts'
import { Entries, Entry, Muted, TwoLines } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { useMedia } from '#kit/web/useMedia.ts'
import type { getStatement } from '../../contract.ts'
import '../points.css'

type Row = Reply<typeof getStatement>['rows'][number]

/** The movements in the order of the ledger, each with the balance after it. */
export function Movements({ rows }: { rows: readonly Row[] }) {
  const labels = useLabels('points')
  const narrow = useMedia('(max-width: 767.98px)')
  if (narrow) return <NarrowRows rows={rows} />
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
        { title: labels.field('Reference'), render: (_, row) => <Reference row={row} /> },
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

const NarrowRows = ({ rows }: { rows: readonly Row[] }) => {
  const labels = useLabels('points')
  return (
    <Entries as="ol">
      {rows.map((row) => (
        <Entry
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
            {formatDate(row.BusinessDate)} <Reference row={row} />
          </Muted>
        </Entry>
      ))}
    </Entries>
  )
}

/** What it stands for: the sale or the reward by its number, and what was said of it. */
function Reference({ row: { InvoiceNo, ReferenceCode, Remark, TransactionType } }: { row: Row }) {
  const number =
    InvoiceNo === null ? (
      ReferenceCode
    ) : (
      <Link to={salePath({ TransactionType: cancels.has(TransactionType) ? 'C' : 'N', InvoiceNo })}>{InvoiceNo}</Link>
    )
  if (number === null) return <bdi>{Remark}</bdi>
  if (!Remark || Remark === InvoiceNo) return number
  return <TwoLines second={<bdi>{Remark}</bdi>}>{number}</TwoLines>
}

/** Written by a cancellation, whose number they name. */
const cancels: ReadonlySet<Row['TransactionType']> = new Set(['Reversal', 'Redeem Refund'])
