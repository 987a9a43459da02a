import { Link } from 'react-router'
import { formatSalePointNote } from '#areas/customers/web/index.ts'
import { MoneyText, PointsText } from '#kit/web/Figures.tsx'
import {
  formatRelativeDate,
  formatShortDate,
  getCurrency,
  listSeparator,
  lowerCaseRelativeDate,
} from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { EntryList, ListEntry, Muted, PlainTable } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { useMedia } from '#kit/web/useMedia.ts'
import { useRead } from '#kit/web/useRead.ts'
import { type RecentSale, recentSales } from '../../contract/recent-sales.ts'
import { salePath, salesPath } from '../../paths.ts'
import '../sales.css'

/** Shows the member's last sales, each less what was returned. */
export function RecentSalesCard({ MembershipNo }: { MembershipNo: string }) {
  const t = useT()
  const { has } = useSession()
  const may = has(['Customer', 'Customer Transaction'])
  const isNarrow = useMedia('(max-width: 575.98px)')
  const { data, error, refetch } = useRead(recentSales, { MembershipNo }, { enabled: may })
  if (!may || data?.Sales.length === 0) return null
  return (
    <Card
      flush
      title={t('sales:counter.title')}
      extra={has('Customer Transaction') && <Link to={salesPath({ MembershipNo })}>{t('sales:counter.all')}</Link>}
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState rows={3} />
      ) : isNarrow ? (
        <EntryList>
          {data.Sales.map((sale) => (
            <ListEntry key={sale.InvoiceNo} side={<Figures sale={sale} />}>
              <About sale={sale} />
            </ListEntry>
          ))}
        </EntryList>
      ) : (
        <PlainTable label={t('sales:counter.title')}>
          <thead>
            <tr>
              <th scope="col">{t('sales:counter.pieces')}</th>
              <th scope="col" className="carat-table-figure">
                {t('sales:counter.amount', { currency: getCurrency() })}
              </th>
              <th scope="col" className="carat-table-figure">
                {t('sales:counter.points')}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.Sales.map((sale) => (
              <Line key={sale.InvoiceNo} sale={sale} />
            ))}
          </tbody>
        </PlainTable>
      )}
    </Card>
  )
}

const Line = ({ sale }: { sale: RecentSale }) => (
  <tr>
    <td>
      <About sale={sale} />
    </td>
    <td className="carat-table-figure">
      <MoneyText amount={sale.NetAmount} />
    </td>
    <td className="carat-table-figure">
      <PointsText points={remainingPointsOfSale(sale).total} sign="signed" />
    </td>
  </tr>
)

/** Shows the points left of a sale, in parts if there are several parts. */
export const remainingPointsOfSale = ({ SalePoints }: RecentSale) => ({
  total: SalePoints.Total,
  note: formatSalePointNote(SalePoints),
})

function Figures({ sale }: { sale: RecentSale }) {
  const t = useT()
  const { total } = remainingPointsOfSale(sale)
  return (
    <>
      <MoneyText amount={sale.NetAmount} currency />
      <Muted>
        <PointsText points={total} sign="signed" /> {t('sales:points', { count: Math.abs(total) })}
      </Muted>
    </>
  )
}

function About({ sale }: { sale: RecentSale }) {
  const t = useT()
  const { isHQ, user } = useSession()
  // The sale is a link only for users who may open it, because they belong to its outlet.
  const opens = isHQ || sale.OutletCode === user.building?.code
  const { note } = remainingPointsOfSale(sale)
  return (
    <>
      <bdi>{sale.Pieces.join(listSeparator())}</bdi>
      <Muted as="div">
        {formatShortDate(sale.BusinessDate)} ·{' '}
        <span className="carat-nowrap">
          {opens ? <Link to={salePath({ ...sale, TransactionType: 'N' })}>{sale.InvoiceNo}</Link> : sale.InvoiceNo}
        </span>{' '}
        · {sale.OutletName ?? sale.OutletCode}
      </Muted>
      {note && (
        <Muted as="div">
          <bdi>{note}</bdi>
        </Muted>
      )}
      {sale.ReturnedLines > 0 && (
        <div className="carat-doubt">
          {t('sales:counter.returned', {
            count: sale.ReturnedLines,
            when: lowerCaseRelativeDate(formatRelativeDate(sale.ReturnedOn)),
          })}
        </div>
      )}
    </>
  )
}
