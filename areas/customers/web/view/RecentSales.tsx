import { Link } from 'react-router'
import { listTransactions } from '#areas/sales/contract.ts'
import { MoneyText, PointsText } from '#kit/web/Figures.tsx'
import { formatDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import type { CustomerView } from '../../contract/customers.ts'
import { invoiceLink, salesLink } from '../links.ts'
import { mainMembership } from './editing.ts'

const SALES_SHOWN = 5

/** The last purchases and returns. */
export function RecentSales({ customer }: { customer: CustomerView }) {
  const t = useT()
  const { has } = useSession()
  const sees = has(['Customer Transaction', 'Customer'])
  const membership = mainMembership(customer)
  return (
    <Card
      title={t('customers:sales.title')}
      extra={
        membership &&
        has('Customer Transaction') && <Link to={salesLink(membership.MembershipNo)}>{t('customers:sales.all')}</Link>
      }
    >
      {sees ? <Sales CustomerId={customer.CustomerId} /> : <p className="customer-quiet">{t('kit:state.forbidden')}</p>}
    </Card>
  )
}

function Sales({ CustomerId }: { CustomerId: number }) {
  const t = useT()
  // An outlet sees its own sales only, so nothing here does not mean that nothing was bought.
  const { isHQ } = useSession()
  const { data, error, refetch } = useRead(listTransactions, { Rows: SALES_SHOWN, Search: { CustomerId } })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={3} />
  if (data.rows.length === 0)
    return <p className="customer-quiet">{t(isHQ ? 'customers:sales.empty' : 'customers:sales.emptyHere')}</p>
  return (
    <ul className="customer-list">
      {data.rows.map((sale) => (
        <li key={sale.TransactionId}>
          <div className="customer-list-main">
            <Link to={invoiceLink(sale.TransactionType, sale.InvoiceNo)}>{sale.InvoiceNo}</Link>
            <div className="customer-quiet">
              {formatDate(sale.BusinessDate)} · {sale.OutletCode}
              {sale.TransactionType === 'C' && ` · ${t('customers:feed.return')}`}
            </div>
          </div>
          <div className="customer-list-figures">
            <MoneyText amount={sale.NetAmount} currency />
            <span className="customer-quiet">
              <PointsText
                points={sale.TransactionType === 'C' ? -sale.ReversedPoints : sale.EarnedPoints}
                sign="signed"
              />{' '}
              {t('customers:feed.pointsUnit')}
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}
