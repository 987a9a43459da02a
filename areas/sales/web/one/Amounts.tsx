import { Divider } from 'antd'
import { Link } from 'react-router'
import { MoneyText, PointsText } from '#kit/web/Figures.tsx'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import type { SummaryWithDetails } from '../../contract.ts'
import { amountOf, cents } from '../amounts.ts'
import { explainLink } from '../links.ts'

/** Money and points of the whole document. */
export function Amounts({ transaction }: { transaction: SummaryWithDetails }) {
  const t = useT()
  const labels = useLabels('sales')
  const isSale = transaction.TransactionType === 'N'
  const due = amountOf(cents(transaction.TotalAmount) - cents(transaction.TradeIn) - cents(transaction.VoucherAmount))
  const paid = (['TradeIn', 'VoucherAmount'] as const).filter((field) => cents(transaction[field]) !== 0n)
  return (
    <section className="carat-card" aria-label={t('sales:one.amounts')}>
      <dl className="sales-sums carat-card-body">
        {(['NetAmount', 'Tax'] as const).map((field) => (
          <Sum key={field} label={labels.field(field)} amount={transaction[field]} />
        ))}
        <Sum
          label={t(isSale ? 'sales:fields.TotalAmount' : 'sales:one.takenBack')}
          amount={transaction.TotalAmount}
          strong
        />
        {paid.map((field) => (
          <Sum key={field} label={labels.field(field)} amount={`-${transaction[field]}`} />
        ))}
        {paid.length > 0 && <Sum label={t('sales:sums.due')} amount={due} strong />}
      </dl>
      {transaction.MembershipNo && (
        <>
          <Divider style={{ margin: 0 }} />
          <dl className="sales-sums carat-card-body">
            {isSale && (
              <div className="sales-strong">
                <dt>{labels.field('EarnedPoints')}</dt>
                <dd>
                  <PointsText points={transaction.EarnedPoints} sign="signed" />
                </dd>
              </div>
            )}
            {transaction.PointsPending > 0 && (
              <div>
                <dt>{labels.field('PointsPending')}</dt>
                <dd>
                  <PointsText points={transaction.PointsPending} sign="signed" />
                </dd>
              </div>
            )}
            {(!isSale || transaction.ReversedPoints > 0) && (
              <div className={isSale ? undefined : 'sales-strong'}>
                <dt>{labels.field('ReversedPoints')}</dt>
                <dd>
                  <PointsText points={-transaction.ReversedPoints} sign="signed" />
                </dd>
              </div>
            )}
            <div>
              <dt>
                <Link
                  to={explainLink(transaction.MembershipNo, transaction.OriginalInvoiceNo ?? transaction.InvoiceNo)}
                >
                  {t('sales:explain')}
                </Link>
              </dt>
              <dd />
            </div>
          </dl>
        </>
      )}
    </section>
  )
}

const Sum = ({ label, amount, strong = false }: { label: string; amount: string | null; strong?: boolean }) => (
  <div className={strong ? 'sales-strong' : undefined}>
    <dt>{label}</dt>
    <dd>
      <MoneyText amount={amount} currency={strong} />
    </dd>
  </div>
)
