import { Divider } from 'antd'
import { Link } from 'react-router'
import { SalePointSums } from '#areas/customers/web/index.ts'
import { pointExplanationPath } from '#areas/points/paths.ts'
import { MoneyText } from '#kit/web/Figures.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Row, SumList } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import type { SummaryWithDetails } from '../../contract.ts'
import { toCents, unitsToAmount } from '../amounts.ts'

/** Shows amounts and points of the whole sale or cancellation. */
export function TransactionAmounts({ transaction }: { transaction: SummaryWithDetails }) {
  const t = useT()
  const labels = useLabels('sales')
  const isSale = transaction.TransactionType === 'N'
  const due = unitsToAmount(
    toCents(transaction.TotalAmount) - toCents(transaction.TradeIn) - toCents(transaction.VoucherAmount),
  )
  const taxed = toCents(transaction.Tax) !== 0n
  const totalName = taxed ? labels.field('TotalAmount') : t('sales:total')
  const paid = (['TradeIn', 'VoucherAmount'] as const).filter((field) => toCents(transaction[field]) !== 0n)
  return (
    <Card label={t('sales:one.amounts')}>
      <SumList
        items={[
          ...(taxed ? (['NetAmount', 'Tax'] as const) : []).map((field) => ({
            label: labels.field(field),
            value: <MoneyText amount={transaction[field]} />,
          })),
          {
            label: isSale ? totalName : t('sales:one.takenBack'),
            value: <MoneyText amount={transaction.TotalAmount} currency />,
            strong: true,
          },
          ...paid.map((field) => ({
            label: labels.field(field),
            value: <MoneyText amount={`-${transaction[field]}`} />,
          })),
          paid.length > 0 && {
            label: t('sales:sums.due'),
            value: <MoneyText amount={due} currency />,
            strong: true,
          },
        ]}
      />
      {transaction.MembershipNo && (
        <>
          <Divider style={{ marginBlock: 16 }} />
          <SalePointSums points={transaction.SalePoints} rounding />
          <Row style={{ marginBlockStart: 8 }}>
            <Link
              to={pointExplanationPath({
                MembershipNo: transaction.MembershipNo,
                InvoiceNo: transaction.OriginalInvoiceNo ?? transaction.InvoiceNo,
              })}
            >
              {t('sales:explain')}
            </Link>
          </Row>
        </>
      )}
    </Card>
  )
}
