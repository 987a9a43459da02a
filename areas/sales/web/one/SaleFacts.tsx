import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { useSession } from '#kit/web/session.ts'
import type { SummaryWithDetails } from '../../contract.ts'

/** Who, where, when, from which till. */
export function SaleFacts({ transaction }: { transaction: SummaryWithDetails }) {
  const t = useT()
  const labels = useLabels('sales')
  const shown: [string, ReactNode][] = [
    [labels.field('Member'), <Member key="member" transaction={transaction} />],
    [labels.field('PerformedAt'), formatInstant(transaction.PerformedAt)],
    [labels.field('OutletCode'), transaction.OutletCode],
    [labels.field('SalesPersonCode'), transaction.SalesPersonCode],
    [labels.field('DepartmentCode'), transaction.DepartmentCode],
    [labels.field('Source'), labels.value('Source', transaction.Source)],
    [labels.field('SalesOrder'), transaction.SalesOrder === transaction.InvoiceNo ? null : transaction.SalesOrder],
    [labels.field('Remarks'), transaction.Remarks],
  ]
  return (
    <section className="carat-card carat-card-body" aria-label={t('sales:one.facts')}>
      <dl className="carat-facts">
        {shown
          .filter(([, value]) => value !== null && value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

function Member({ transaction }: { transaction: SummaryWithDetails }) {
  const t = useT()
  const { has } = useSession()
  const { CustomerId, CustomerName, MembershipNo } = transaction
  if (!MembershipNo) return t('sales:walkIn')
  return (
    <span>
      {CustomerId && has('Customer') ? <Link to={`/customers/${CustomerId}`}>{CustomerName}</Link> : CustomerName}
      <br />
      <small className="sales-quiet">{MembershipNo}</small>
    </span>
  )
}
