import { keepPreviousData } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { membershipsPath } from '#areas/memberships/paths.ts'
import { salesPath } from '#areas/sales/paths.ts'
import { MoneyText } from '#kit/web/Figures.tsx'
import {
  formatDayAndMonth,
  formatDecimal,
  formatMoney,
  formatMonth,
  formatPoints,
  getCurrency,
} from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, PlainTable, Row, Stack } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import type { Role } from '#kit/web/vocabulary.ts'
import { getSalesTrend, type Trend, type TrendDay, type TrendMonth } from '../contract/trend.ts'
import { LineChart } from './LineChart.tsx'
import type { DashboardSelection } from './span.ts'
import './dashboard.css'
import './chart.css'

/** The maximum number of days that the chart shows individually. */
const DAYS_ON_A_LINE = 62

/** Returns the days of a trend, or the months if there are too many days for the chart. */
const stepsOf = ({ Days, Months }: Trend): { steps: (TrendDay | TrendMonth)[]; monthly: boolean } =>
  Days.length > DAYS_ON_A_LINE ? { steps: Months, monthly: true } : { steps: Days, monthly: false }

type Kind = 'sales' | 'registered'
type TrendValues = {
  now: (day: TrendDay) => number
  before: (day: TrendDay) => number
  total: (trend: Trend) => [number, number]
}

const valuesOf: Record<Kind, TrendValues> = {
  sales: {
    now: (day) => Number(day.Sales),
    before: (day) => Number(day.SalesBefore),
    total: (trend) => [Number(trend.Sales), Number(trend.SalesBefore)],
  },
  registered: {
    now: (day) => day.Registered,
    before: (day) => day.RegisteredBefore,
    total: (trend) => [trend.Registered, trend.RegisteredBefore],
  },
}

/** The role that a user needs for the list to which a figure of the trend links. */
const requiredRoles: Record<Kind, Role[]> = {
  sales: ['Customer Transaction'],
  registered: ['Customer', 'Member Listing', 'Update Member Listing'],
}

/** Returns the path of the list for a figure: sales and cancellations, or members who joined in the period. */
function rowsOf(kind: Kind, { Days, Until }: Trend, OutletCode: string | undefined) {
  const from = Days[0]!.Date
  return kind === 'sales'
    ? salesPath({ OutletCode, DateFrom: from, DateTo: Until })
    : membershipsPath({ RegisteredOutletCode: OutletCode, JoinDateFrom: from, JoinDateTo: Until })
}

/** Shows the trends of sales and registrations, or of registrations only for users who may not see sales totals. */
export function TrendCards({ selection, children }: { selection: DashboardSelection; children?: ReactNode }) {
  const { OutletCode, ...dates } = selection
  const { data, error, refetch } = useRead(
    getSalesTrend,
    { ...dates, ...(OutletCode && { OutletCode }) },
    { placeholderData: keepPreviousData },
  )
  if (error)
    return (
      <Card flush>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (!data)
    return (
      <Card flush>
        <LoadingState rows={7} />
      </Card>
    )
  return (
    <>
      {data.Sales !== null && <TrendCard kind="sales" trend={data} outlet={OutletCode} />}
      {children}
      <TrendCard kind="registered" trend={data} outlet={OutletCode} />
    </>
  )
}

function TrendCard({ kind, trend, outlet }: { kind: Kind; trend: Trend; outlet: string | undefined }) {
  const t = useT()
  const { has } = useSession()
  const [isTable, setIsTable] = useState(false)
  const { now, before, total } = valuesOf[kind]
  const [sum, sumBefore] = total(trend)
  const first = trend.Days[0]!.Date
  const last = trend.Days.at(-1)!.Date
  const comparison = t('dashboard:trend.against', {
    from: formatDayAndMonth(trend.BeforeFrom),
    until: formatDayAndMonth(trend.BeforeUntil),
  })
  const formattedTotal = kind === 'sales' ? formatMoney(trend.Sales, { currency: true }) : formatPoints(sum)
  const change = sumBefore > 0 ? Math.round(((sum - sumBefore) / sumBefore) * 1000) / 10 : undefined
  const title = t(`dashboard:trend.${kind}`)
  const { steps, monthly } = stepsOf(trend)
  const middle = steps[Math.floor(steps.length / 2)]!.Date
  const marks = monthly
    ? [...new Set([first, middle, last].map((day) => formatMonth(day.slice(0, 7))))]
    : [...new Set([first, middle, last])].map((day) => formatDayAndMonth(day))
  return (
    <Card
      title={title}
      extra={
        <Row gap="m">
          <span className="carat-legend">{t('dashboard:trend.now')}</span>
          <span className="carat-legend carat-legend-before">{t('dashboard:trend.before')}</span>
          <Button type="link" size="small" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
            {t(isTable ? 'dashboard:trend.asLine' : 'dashboard:trend.asTable')}
          </Button>
        </Row>
      }
    >
      <Stack gap="l">
        <p>
          <Row as="span" gap="s">
            <strong className="dashboard-card-figure">
              {has(requiredRoles[kind]) ? (
                <Link to={rowsOf(kind, trend, outlet)}>{formattedTotal}</Link>
              ) : (
                formattedTotal
              )}
            </strong>
            {change !== undefined && (
              <span dir="ltr" className={change < 0 ? 'carat-bad' : 'carat-good'}>
                {t('dashboard:trend.change', { percent: `${change < 0 ? '' : '+'}${formatDecimal(String(change))}` })}
              </span>
            )}
            <Muted>{comparison}</Muted>
          </Row>
        </p>
        {isTable ? (
          <TrendTable kind={kind} trend={trend} label={title} />
        ) : (
          <LineChart
            label={`${title}: ${formattedTotal}, ${comparison}`}
            height={kind === 'sales' ? 180 : 110}
            days={steps.map((day) => ({
              key: day.Date,
              now: day.Date <= trend.Until ? now(day) : null,
              before: day.Before === null ? null : before(day),
            }))}
            figure={(value) => toScaleLabel(value)}
            marks={marks}
          />
        )}
      </Stack>
    </Card>
  )
}

const THOUSAND = 1000
const MILLION = 1_000_000

/** Formats a value of the axis, such as 950, 1.2k or 3M. */
const toScaleLabel = (value: number) =>
  value >= MILLION ? `${tenths(value / MILLION)}M` : value >= THOUSAND ? `${tenths(value / THOUSAND)}k` : tenths(value)

const tenths = (value: number) => formatDecimal(String(Number(value.toFixed(1))))

function TrendTable({ kind, trend, label }: { kind: Kind; trend: Trend; label: string }) {
  const t = useT()
  const { steps, monthly } = stepsOf(trend)
  const days = steps.filter((day) => day.Date <= trend.Until)
  return (
    <PlainTable label={label} figures>
      <thead>
        <tr>
          <th scope="col">{t(monthly ? 'dashboard:trend.month' : 'dashboard:trend.day')}</th>
          <th scope="col">
            {t('dashboard:trend.now')}
            {kind === 'sales' && ` (${getCurrency()})`}
          </th>
          <th scope="col">{t('dashboard:trend.dayBefore')}</th>
          <th scope="col">
            {t('dashboard:trend.before')}
            {kind === 'sales' && ` (${getCurrency()})`}
          </th>
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day.Date}>
            <th scope="row">{monthly ? formatMonth(day.Date.slice(0, 7)) : formatDayAndMonth(day.Date)}</th>
            <td>{kind === 'sales' ? <MoneyText amount={day.Sales} /> : formatPoints(day.Registered)}</td>
            <td>
              {[...new Set([day.Before, 'BeforeUntil' in day ? day.BeforeUntil : day.Before])]
                .map((date) => formatDayAndMonth(date))
                .join(' – ')}
            </td>
            <td>
              {day.Before === null ? null : kind === 'sales' ? (
                <MoneyText amount={day.SalesBefore} />
              ) : (
                formatPoints(day.RegisteredBefore)
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  )
}
