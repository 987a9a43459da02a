import { keepPreviousData } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { reportDefinitions } from '#areas/reports/contract/table.ts'
import { MoneyText } from '#kit/web/Figures.tsx'
import { formatPercent, getCurrency } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Columns, PlainTable } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { getSalesByCustomerGroup, type SalesPart } from '../contract/sales-by.ts'
import { RingChart, ringPartClass } from './Ring.tsx'
import type { DashboardSelection } from './span.ts'
import { toWholePercents } from './whole-percents.ts'
import './chart.css'

/** The groupings of sales, each with the customer field for its labels and the analysis type of the linked report. */
const kinds = [
  { kind: 'Gender', field: 'Gender', analysis: 'Gender' },
  { kind: 'Race', field: 'Ethnicity', analysis: 'Ethnicity' },
  { kind: 'Age', field: 'Age', analysis: 'Age' },
] as const
type Kind = (typeof kinds)[number]

/** The maximum number of parts in the ring. The table also shows further parts. */
const PARTS_MAX = 8

/** Shows the sales by gender, race and age as rings or tables, linked to their report. */
export function SalesByCard({ selection }: { selection: DashboardSelection }) {
  const t = useT()
  const { may } = useSession()
  const [isTable, setIsTable] = useState(false)
  const { OutletCode, ...dates } = selection
  const maySeeSales = may('View Sales Information')
  const { data, error, refetch } = useRead(
    getSalesByCustomerGroup,
    { ...dates, ...(OutletCode && { OutletCode }) },
    { placeholderData: keepPreviousData, enabled: maySeeSales },
  )
  if (!maySeeSales) return null
  return (
    <Card
      title={t('dashboard:salesBy.title')}
      extra={
        <Button type="link" size="small" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
          {t(isTable ? 'dashboard:salesBy.asRings' : 'dashboard:trend.asTable')}
        </Button>
      }
    >
      {error ? (
        <ErrorState error={error} title={t('dashboard:salesBy.failed')} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState rows={4} />
      ) : data.Gender.length === 0 ? (
        <EmptyState title={t('dashboard:salesBy.none')} />
      ) : (
        <Columns least={230} gap="l">
          {kinds.map((kind) => (
            <section key={kind.kind} aria-label={t(`dashboard:salesBy.${kind.kind}`)}>
              <h3 className="carat-ring-title">
                <Title kind={kind} selection={selection} />
              </h3>
              {isTable ? (
                <PartTable kind={kind} parts={data[kind.kind]} selection={selection} />
              ) : (
                <Parts kind={kind} parts={data[kind.kind]} selection={selection} />
              )}
            </section>
          ))}
        </Columns>
      )}
    </Card>
  )
}

/**
 * Returns a function that builds the link to the report for the same dates, optionally for one value.
 * Returns undefined instead of the link if the user lacks the role for the report.
 */
function useAnalysis({ analysis }: Kind, { OutletCode, DateFrom, DateTo }: DashboardSelection) {
  const { has } = useSession()
  const { menu, role } = reportDefinitions.customerAnalysis
  if (!has(role)) return () => undefined
  return (part?: { value: string | null }) =>
    `${menu}?${new URLSearchParams({
      ReportOption: 'Sales Analysis',
      AnalysisType: analysis,
      DateFrom,
      DateTo,
      ...(OutletCode && { OutletCode }),
      ...(part && { ReportType: 'Detail', AnalysisValue: part.value ?? '-' }),
    })}`
}

const LinkTo = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to === undefined ? children : <Link to={to}>{children}</Link>

function Title({ kind, selection }: { kind: Kind; selection: DashboardSelection }) {
  const t = useT()
  return <LinkTo to={useAnalysis(kind, selection)()}>{t(`dashboard:salesBy.${kind.kind}`)}</LinkTo>
}

type PartsProps = { kind: Kind; parts: readonly SalesPart[]; selection: DashboardSelection }

function useNames({ field }: Kind) {
  const t = useT()
  const labels = useLabels('customers')
  return (value: string | null) => (value === null ? t('dashboard:salesBy.unknown') : labels.value(field, value))
}

/** Converts a share such as '56.6' to tenths of a percent. */
const tenths = (share: string | null) => Number((share ?? '0.0').replace('.', ''))

function Parts({ kind, parts, selection }: PartsProps) {
  const name = useNames(kind)
  const analysis = useAnalysis(kind, selection)
  const visibleParts = parts.slice(0, PARTS_MAX)
  // The ring shows whole percents, and the table shows one decimal.
  const percents = toWholePercents(parts.map(({ Share }) => tenths(Share)))
  return (
    <div className="carat-ring-parts">
      <RingChart shares={visibleParts.map(({ Share }) => Number(Share))} />
      <ul>
        {visibleParts.map(({ Value }, index) => (
          <li key={Value ?? ''}>
            <span className={`carat-part-mark ${ringPartClass(index)}`} />
            <bdi className="carat-ring-name">{name(Value)}</bdi>
            <strong dir="ltr">
              <LinkTo to={analysis({ value: Value })}>{formatPercent(percents[index]!)}</LinkTo>
            </strong>
          </li>
        ))}
      </ul>
    </div>
  )
}

function PartTable({ kind, parts, selection }: PartsProps) {
  const t = useT()
  const name = useNames(kind)
  const analysis = useAnalysis(kind, selection)
  return (
    <PlainTable label={t(`dashboard:salesBy.${kind.kind}`)} figures>
      <thead>
        <tr>
          <th scope="col">{t('dashboard:salesBy.group')}</th>
          <th scope="col">{t('dashboard:salesBy.amount', { currency: getCurrency() })}</th>
          <th scope="col">{t('dashboard:salesBy.share')}</th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ Value, Sales, Share }) => (
          <tr key={Value ?? ''}>
            <th scope="row">
              <bdi>{name(Value)}</bdi>
            </th>
            <td>
              <LinkTo to={analysis({ value: Value })}>
                <MoneyText amount={Sales} />
              </LinkTo>
            </td>
            <td>{formatPercent(Share ?? 0, 1)}</td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  )
}
