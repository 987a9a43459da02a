import { Tag } from 'antd'
import { PointsText } from '#kit/web/Figures.tsx'
import { formatDate, formatMoney, formatShortInstant } from '#kit/web/format.ts'
import { type TranslateFunction, useT } from '#kit/web/i18n.ts'
import { Muted, Stack, TwoLineText } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import type { CheckedLine } from '../../contract.ts'

type Props = { row: CheckedLine }
type SaleOf<Field extends keyof CheckedLine> = { row: Pick<CheckedLine, Field> }

/** Shows invoice number and line number, with the outlet below. */
export function CheckedInvoiceCell({ row }: Props) {
  const t = useT()
  return <TwoLineText second={t('sales:check.line', { line: row.SequenceNo })}>{row.InvoiceNo}</TwoLineText>
}

/** Shows the business date of the sale, whose rules apply to the line, and the outlet. */
export const SaleDayCell = ({ row }: SaleOf<'OutletCode' | 'BusinessDate'>) => (
  <TwoLineText second={row.OutletCode}>
    <span className="carat-figure">{formatDate(row.BusinessDate)}</span>
  </TwoLineText>
)

/** Shows the issues of a line, with the expected amount below. */
export function CheckReasonsCell({ row }: Props) {
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
      {describeMismatchedAmounts(t, row).map((message) => (
        <Muted key={message} className="carat-bad">
          {message}
        </Muted>
      ))}
    </Stack>
  )
}

/** Shows the goods that the till sent, and the goods to which staff mapped them. */
export function SentGoodsCell({ row }: Props) {
  const t = useT()
  const sentGoods = goods(t, row.SentBrand, row.SentProductGroup)
  const mappedGoods = goods(t, row.Brand, row.ProductGroup)
  return (
    <>
      <div>{row.Description ?? row.ItemCode ?? sentGoods}</div>
      <Muted>
        {sentGoods}
        {mappedGoods !== sentGoods && ` → ${mappedGoods}`}
      </Muted>
    </>
  )
}

const goods = (t: TranslateFunction, brand: string, group: string | null) =>
  `${brand} · ${group ?? t('sales:check.noGroup')}`

export const describeMismatchedAmounts = (t: TranslateFunction, row: CheckedLine) => [
  ...(row.Reasons.includes('Amount') ? [t('sales:check.expected', { amount: formatMoney(row.ExpectedAmount) })] : []),
  ...(row.Reasons.includes('Total')
    ? [t('sales:check.sums', { lines: formatMoney(row.LinesAmount), total: formatMoney(row.TotalAmount) })]
    : []),
]

export function CheckedMemberCell({ row }: SaleOf<'MembershipNo' | 'CustomerName'>) {
  const t = useT()
  if (!row.MembershipNo) return <Muted>{t('customers:member.walkIn')}</Muted>
  return <TwoLineText second={row.MembershipNo}>{row.CustomerName}</TwoLineText>
}

/** Shows the status of a line, and for a checked line also the user and its points. */
export function SettlementCell({ row }: Props) {
  if (row.Status === 'Waiting') return <StatusTag area="sales" status={row.Status} />
  return (
    <>
      <StatusTag area="sales" status={row.Status} tone="success" />{' '}
      <PointsText points={row.PointsEarned} sign="signed" />
      <Muted as="div">
        <bdi>{row.DecidedBy}</bdi>, {formatShortInstant(row.DecidedAt)}
      </Muted>
    </>
  )
}
