import { Link } from 'react-router'
import { listTransactions } from '#areas/sales/contract.ts'
import { salePath, salesPath } from '#areas/sales/paths.ts'
import { MoneyText, PointsText } from '#kit/web/Figures.tsx'
import { formatDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Entries, Muted } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import type { CustomerView } from '../../contract/customers.ts'
import { mainMembership } from './editing.ts'

const VISIBLE_SALES = 5

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
        has('Customer Transaction') && (
          <Link to={salesPath({ MembershipNo: membership.MembershipNo })}>{t('customers:sales.all')}</Link>
        )
      }
    >
      {sees ? <Sales CustomerId={customer.CustomerId} /> : <Muted as="p">{t('kit:state.forbidden')}</Muted>}
    </Card>
  )
}

function Sales({ CustomerId }: { CustomerId: number }) {
  const t = useT()
  // An outlet sees its own sales only, so nothing here does not mean that nothing was bought.
  const { isHQ } = useSession()
  const { data, error, refetch } = useRead(listTransactions, { Rows: VISIBLE_SALES, Search: { CustomerId } })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={3} />
  if (data.rows.length === 0)
    return <Muted as="p">{t(isHQ ? 'kit:member.noPurchase' : 'customers:sales.emptyHere')}</Muted>
  return (
    <Entries>
      {data.rows.map((sale) => (
        <li key={sale.TransactionId}>
          <div className="carat-entry">
            <Link to={salePath({ TransactionType: sale.TransactionType, InvoiceNo: sale.InvoiceNo })}>
              {sale.InvoiceNo}
            </Link>
            <Muted as="div">
              {formatDate(sale.BusinessDate)} · {sale.OutletCode}
              {sale.TransactionType === 'C' && ` · ${t('customers:feed.return')}`}
            </Muted>
          </div>
          <div className="carat-entry-side">
            <MoneyText amount={sale.NetAmount} currency />
            <Muted>
              <PointsText
                points={sale.TransactionType === 'C' ? -sale.ReversedPoints : sale.EarnedPoints}
                sign="signed"
              />{' '}
              {t('customers:feed.pointsUnit')}
            </Muted>
          </div>
        </li>
      ))}
    </Entries>
  )
}
