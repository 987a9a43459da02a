import { Link } from 'react-router'
import { approvalsPath } from '#areas/approvals/paths.ts'
import { salePath, salesPath } from '#areas/sales/paths.ts'
import { shortenPersonName } from '#kit/contract/person.ts'
import { MoneyText } from '#kit/web/Figures.tsx'
import { formatPoints, formatShortInstant, getCurrency, lowerCaseRelativeDate } from '#kit/web/format.ts'
import { CardLines, NothingToDo } from '#kit/web/HomeParts.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import type { MyDay } from '../../contract/my-day.ts'
import { FigureStrip } from './Strip.tsx'
import { useMyDay } from './useMyDay.ts'
import '../dashboard.css'

/** The user's sales and registrations of today, and the user's pending requests. */
export function MyDayCard() {
  const t = useT()
  const { user } = useSession()
  const { data, error, refetch } = useMyDay()
  if (data && data.Sales === null && data.Registered === null && data.RequestCount === 0) return null
  return (
    <Card
      flush
      title={t('dashboard:day.title')}
      extra={
        data?.Sales && <Link to={salesPath({ OutletCode: user.building?.code })}>{t('dashboard:day.allSales')}</Link>
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState rows={4} />
      ) : (
        <>
          <TodaysWork day={data} />
          <PendingRequests day={data} />
        </>
      )}
    </Card>
  )
}

function TodaysWork({ day }: { day: MyDay }) {
  const t = useT()
  if (day.SaleCount === 0 && !day.Sales?.length && !day.Registered)
    return <NothingToDo>{t('dashboard:day.nothingYet')}</NothingToDo>
  return (
    <>
      <FigureStrip
        label={t('dashboard:day.title')}
        items={[
          day.Sales !== null && {
            label: t('dashboard:day.sales'),
            value: day.SalesAmount === null ? formatPoints(day.SaleCount) : <MoneyText amount={day.SalesAmount} />,
            about:
              day.SalesAmount === null
                ? undefined
                : t('dashboard:day.salesAbout', { currency: getCurrency(), count: day.SaleCount }),
          },
          day.Registered !== null && {
            label: t('dashboard:day.registered'),
            value: formatPoints(day.Registered),
            about: t('dashboard:day.registeredAbout', { count: day.Registered }),
          },
        ]}
      />
      {day.Sales && day.Sales.length > 0 && (
        <CardLines label={t('dashboard:day.latest')}>
          {day.Sales.map((sale) => (
            <li key={`${sale.TransactionType} ${sale.InvoiceNo}`}>
              <Link to={salePath(sale)}>{sale.InvoiceNo}</Link>
              <span className="carat-two-lines">
                <Muted>
                  <bdi>{sale.CustomerName ? shortenPersonName(sale.CustomerName) : t('customers:member.walkIn')}</bdi>
                </Muted>
              </span>
              <MoneyText amount={sale.NetMoved} />
            </li>
          ))}
        </CardLines>
      )}
    </>
  )
}

/** Lists the user's pending approval requests. */
function PendingRequests({ day: { Requests, RequestCount } }: { day: MyDay }) {
  const t = useT()
  const labels = useLabels('approvals')
  if (RequestCount === 0) return null
  return (
    <>
      <h3 className="carat-lines-head">{t('dashboard:day.requests')}</h3>
      <CardLines label={t('dashboard:day.requests')}>
        {Requests.map((request) => (
          <li key={request.ApprovalId}>
            <span className="carat-two-lines">
              <Link to={approvalsPath({ show: 'own', id: request.ApprovalId })}>
                {labels.value('Kind', request.Kind)}
              </Link>
              <Muted>
                {request.CustomerName && (
                  <>
                    <bdi>{shortenPersonName(request.CustomerName)}</bdi> ·{' '}
                  </>
                )}
                {t('dashboard:day.requested', { when: lowerCaseRelativeDate(formatShortInstant(request.RequestedAt)) })}
              </Muted>
            </span>
          </li>
        ))}
        {RequestCount > Requests.length && (
          <li>
            <Link to={approvalsPath({ show: 'own' })}>{t('dashboard:day.allRequests', { count: RequestCount })}</Link>
          </li>
        )}
      </CardLines>
    </>
  )
}
