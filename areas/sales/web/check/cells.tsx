import { Tag } from 'antd'
import { PointsText } from '#kit/web/Figures.tsx'
import { formatDate, formatInstant, formatMoney } from '#kit/web/format.ts'
import { type T, useT } from '#kit/web/i18n.ts'
import { Muted, Stack, TwoLines } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import type { CheckedLine } from '../../contract.ts'

type Props = { row: CheckedLine }

/** Which line of which sale; where it was sold stands below. */
export function LineOf({ row }: Props) {
  const t = useT()
  return <TwoLines second={t('sales:check.line', { line: row.SequenceNo })}>{row.InvoiceNo}</TwoLines>
}

/** The day of the sale, by whose rules the line will earn, and where it was sold. */
export const SoldOn = ({ row }: Props) => (
  <TwoLines second={row.OutletCode}>
    <span className="carat-figure">{formatDate(row.BusinessDate)}</span>
  </TwoLines>
)

/** What is wrong, and below it the figure with which the amount does not agree. */
export function Reasons({ row }: Props) {
  const t = useT()
  const labels = useLabels('sales')
  return (
    <Stack gap="xs" className="carat-narrow">
      {row.Reasons.map((reason) => (
        <div key={reason}>
          <Tag color={row.Status === 'Waiting' ? 'warning' : 'default'} style={{ margin: 0 }}>
            {labels.value('Reasons', reason)}
          </Tag>
        </div>
      ))}
      {disagreeing(t, row).map((message) => (
        <Muted key={message} className="carat-bad">
          {message}
        </Muted>
      ))}
    </Stack>
  )
}

/** The goods as the till named them, and what they were mapped to. */
export function GoodsSent({ row }: Props) {
  const t = useT()
  const sent = goods(t, row.SentBrand, row.SentProductGroup)
  const meant = goods(t, row.Brand, row.ProductGroup)
  return (
    <>
      <div>{row.Description ?? row.ItemCode ?? sent}</div>
      <Muted>
        {sent}
        {meant !== sent && ` → ${meant}`}
      </Muted>
    </>
  )
}

const goods = (t: T, brand: string, group: string | null) => `${brand} · ${group ?? t('sales:check.noGroup')}`

export const disagreeing = (t: T, row: CheckedLine) => [
  ...(row.Reasons.includes('Amount') ? [t('sales:check.expected', { amount: formatMoney(row.ExpectedAmount) })] : []),
  ...(row.Reasons.includes('Total')
    ? [t('sales:check.sums', { lines: formatMoney(row.LinesAmount), total: formatMoney(row.TotalAmount) })]
    : []),
]

export function MemberOf({ row }: Props) {
  const t = useT()
  if (!row.MembershipNo) return <Muted>{t('customers:member.walkIn')}</Muted>
  return <TwoLines second={row.MembershipNo}>{row.CustomerName}</TwoLines>
}

/** Whether it waits; once it is settled, by whom and what it earned. */
export function Settled({ row }: Props) {
  if (row.Status === 'Waiting') return <StatusTag area="sales" status={row.Status} />
  return (
    <>
      <StatusTag area="sales" status={row.Status} tone="success" />{' '}
      <PointsText points={row.PointsEarned} sign="signed" />
      <Muted as="div">
        <bdi>{row.DecidedBy}</bdi>, {formatInstant(row.DecidedAt)}
      </Muted>
    </>
  )
}
