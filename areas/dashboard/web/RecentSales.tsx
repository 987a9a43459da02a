import { Link } from 'react-router'
import { listTransactions, type Summary } from '#areas/sales/contract.ts'
import { saleAddPath, salePath, salesPath } from '#areas/sales/paths.ts'
import { shortenPersonName } from '#kit/contract/person.ts'
import { MoneyText, PointsText } from '#kit/web/Figures.tsx'
import { formatShortInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { EntryList, Muted } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useRead } from '#kit/web/useRead.ts'

const VISIBLE_MAX = 6

/** The latest sales and cancellations of the outlet with their points. */
export function RecentOutletSalesCard({ outlet }: { outlet: string | undefined }) {
  const t = useT()
  const { data, error, refetch } = useRead(listTransactions, {
    Rows: VISIBLE_MAX,
    Search: { ...(outlet && { OutletCode: outlet }) },
  })
  return (
    <Card
      flush
      title={t('dashboard:recent.title')}
      extra={<Link to={salesPath({ OutletCode: outlet })}>{t('dashboard:recent.all')}</Link>}
    >
      {error ? (
        <ErrorState error={error} title={t('dashboard:recent.failed')} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState rows={4} />
      ) : data.rows.length === 0 ? (
        <EmptyState
          title={t('dashboard:recent.none')}
          action={<Link to={saleAddPath()}>{t('sales:screens.record')}</Link>}
        />
      ) : (
        <EntryList>
          {data.rows.map((sale) => (
            <Sale key={sale.TransactionId} sale={sale} />
          ))}
        </EntryList>
      )}
    </Card>
  )
}

function Sale({ sale }: { sale: Summary }) {
  const t = useT()
  const isCancellation = sale.TransactionType === 'C'
  const points = sale.PointsMoved
  return (
    <li>
      <div className="carat-entry">
        <Link to={salePath(sale)}>{sale.InvoiceNo}</Link>
        {isCancellation && ' '}
        {isCancellation && <Muted>{t('dashboard:recent.cancelled')}</Muted>}
        <Muted as="div">
          {[
            sale.CustomerName ? shortenPersonName(sale.CustomerName) : t('customers:member.walkIn'),
            sale.OutletCode,
            formatShortInstant(sale.PerformedAt),
          ].join(' · ')}
        </Muted>
      </div>
      <div className="carat-entry-side">
        <MoneyText amount={sale.NetMoved} currency />
        {sale.MembershipNo && points !== 0 && (
          <span>
            <PointsText points={points} sign="signed" /> {t('dashboard:recent.points', { count: Math.abs(points) })}
          </span>
        )}
      </div>
    </li>
  )
}
