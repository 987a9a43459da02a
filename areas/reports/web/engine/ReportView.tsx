import { Button, Pagination } from 'antd'
import { ArrowLeftIcon, PrinterIcon } from 'lucide-react'
import { memo, startTransition, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { RequestBody } from '#kit/contract/endpoint.ts'
import { LIST_PAGE_ROWS_MAX } from '#kit/contract/page.ts'
import { formatDate, formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Row as Beside, Muted, PlainTable } from '#kit/web/Layout.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useFilterText } from '#kit/web/table/FilterChips.tsx'
import type { SearchField } from '#kit/web/table/search.ts'
import { useIsPhone, useMedia } from '#kit/web/useMedia.ts'
import { useRead } from '#kit/web/useRead.ts'
import { reportDefinitions } from '../../contract/table.ts'
import '#kit/web/kit.css'
import '#kit/web/table/list.css'
import '../report.css'
import { TermMeaningsList } from './Meanings.tsx'
import type { ReportFilters, ReportPage } from './page.ts'
import { ReportChart } from './ReportChart.tsx'
import { ReportDataSourceInfo, ReportFigures, ReportTotalsBelowRows } from './ReportPages.tsx'
import { type ReportListRow, type ReportReply, useReport } from './useReport.tsx'

const FIRST_ROWS = 100
const ROWS_ON_PHONE = 20
/**
 * Number of table rows that are rendered in one step.
 * Smaller steps take longer in total, because the browser measures the columns after each step.
 */
const ROWS_AT_ONCE = 300

/** A complete report alone on its page, for bookmarks, sharing and print. */
export function ReportViews({ pages }: { pages: readonly ReportPage[] }) {
  const tab = useSearchParams()[0].get('show')
  const page = pages.find(({ key }) => key === tab) ?? pages[0]!
  return <ReportView key={page.key} shown={page} />
}

function ReportView({ shown }: { shown: ReportPage }) {
  const { key, report, page } = shown
  const state = useReport(shown, { idle: true })
  const { t, list, filters } = state
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const isReady = page.canRun?.(filters) ?? true
  const input = { ...(list.input as object), Rows: LIST_PAGE_ROWS_MAX, Page: list.state.page } as RequestBody<
    typeof report.call
  >
  const { data, error, isPending, refetch } = useRead(report.call, input, { enabled: list.views.settled && isReady })
  const answer = data as unknown as ReportReply | undefined
  const chartSpec = page.chart?.(filters)
  return (
    <article className="report-view">
      <header>
        <Beside justify="spread" start>
          <div>
            <h1 tabIndex={-1}>{t(`reports:screens.${key}`)}</h1>
            <p>{t(`reports:about.${key}`)}</p>
          </div>
          <Beside className="carat-unprinted">
            <Button
              icon={<ArrowLeftIcon aria-hidden className="carat-mirrored" />}
              onClick={() => void navigate({ pathname: reportDefinitions[key].menu, search: `${address}` })}
            >
              {t('reports:change')}
            </Button>
            <Button type="primary" icon={<PrinterIcon aria-hidden />} onClick={() => window.print()}>
              {t('reports:print')}
            </Button>
          </Beside>
        </Beside>
        <FilterList fields={list.fields} filters={filters} span={answer} />
        {answer && (
          <Muted as="p">
            <ReportDataSourceInfo answer={answer} />
          </Muted>
        )}
      </header>
      {!isReady ? (
        <EmptyState title={t(page.hint ?? 'reports:empty')} />
      ) : error ? (
        <ErrorState
          error={error}
          title={t(page.failed ?? 'kit:table.failed')}
          unsaid={page.unsaid && t(page.unsaid)}
          onRetry={() => void refetch()}
        />
      ) : isPending || !answer ? (
        <LoadingState />
      ) : answer.count === 0 ? (
        <EmptyState title={t(page.empty?.(filters) ?? 'reports:empty')} />
      ) : (
        <>
          <ReportFigures state={state} totals={answer.Totals} />
          {chartSpec && <ReportChart chart={chartSpec} rows={answer.rows} report={report} state={state} />}
          <ReportTable key={list.state.page} shown={shown} state={state} answer={answer} />
          <ReportTotalsBelowRows below={page.below?.(answer.Totals as never)} />
          {answer.count > LIST_PAGE_ROWS_MAX && <ReportPaging state={state} count={answer.count} />}
          <TermMeaningsList words={page.meanings ?? []} />
        </>
      )}
    </article>
  )
}

type PartProps = { state: ReturnType<typeof useReport> }

function ReportTable({ shown, state, answer }: PartProps & { shown: ReportPage; answer: ReportReply }) {
  const { t, columns, rowKey } = state
  const { visibleRows, hiddenCount, showAll } = useVisibleRows(answer.rows)
  const totals = columns.columns.map(({ field }) => state.total(answer.Totals, field, 'cell'))
  const table = (
    <PlainTable label={t(`reports:screens.${shown.key}`)} className="report-rows">
      <thead>
        <tr>
          {columns.columns.map(({ field, title, figure }) => (
            <th key={field} scope="col" className={figure ? 'report-number' : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {visibleRows.map((row) => (
          <ReportRow key={String(row[rowKey])} row={row} columns={columns.columns} />
        ))}
      </tbody>
      {totals.some((total) => total !== undefined) && (
        <tfoot>
          <tr>
            {columns.columns.map(({ field, figure }, index) => (
              <td key={field} className={figure ? 'report-number' : undefined}>
                {totals[index] ?? (index === 0 ? t('reports:total') : null)}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </PlainTable>
  )
  if (hiddenCount === 0) return table
  return (
    <>
      {table}
      <Button className="carat-unprinted" onClick={showAll}>
        {t('reports:allRows', { count: hiddenCount, rows: formatPoints(hiddenCount) })}
      </Button>
    </>
  )
}

/** Returns the rows to render: on a phone only the first ones until the user asks for all, in print always all. */
function useVisibleRows(rows: readonly ReportListRow[]) {
  const phone = useIsPhone()
  const printing = useMedia('print')
  const [isWhole, setWhole] = useState(false)
  const renderedRows = useRowsInSteps(rows)
  const isCut = phone && !printing && !isWhole
  return {
    visibleRows: isCut ? renderedRows.slice(0, ROWS_ON_PHONE) : renderedRows,
    hiddenCount: isCut ? Math.max(0, rows.length - ROWS_ON_PHONE) : 0,
    showAll: () => setWhole(true),
  }
}

/** Renders the first rows at once and further rows in steps, so that the browser can handle input in between. */
function useRowsInSteps(rows: readonly ReportListRow[]) {
  const [count, setCount] = useState(FIRST_ROWS)
  const isComplete = count >= rows.length
  useEffect(() => {
    if (!isComplete) startTransition(() => setCount(count + ROWS_AT_ONCE))
  }, [isComplete, count])
  return isComplete ? rows : rows.slice(0, count)
}

type RowProps = { row: ReportListRow; columns: PartProps['state']['columns']['columns'] }

/** Row of a report; it is memoized, so that existing rows are not rendered again when further rows are added. */
const ReportRow = memo(({ row, columns }: RowProps) => (
  <tr>
    {columns.map(({ field, figure, render }) => (
      <td key={field} className={figure ? 'report-number' : undefined}>
        {render(row)}
      </td>
    ))}
  </tr>
))

/** Paging for reports with more rows than one page shows. */
function ReportPaging({ state: { t, list }, count }: PartProps & { count: number }) {
  const { page } = list.state
  return (
    <Beside justify="spread">
      <Muted>
        {t('reports:part', {
          from: formatPoints((page - 1) * LIST_PAGE_ROWS_MAX + 1),
          to: formatPoints(Math.min(page * LIST_PAGE_ROWS_MAX, count)),
          total: formatPoints(count),
        })}
      </Muted>
      <Pagination
        className="carat-unprinted"
        current={page}
        pageSize={LIST_PAGE_ROWS_MAX}
        total={count}
        showSizeChanger={false}
        onChange={(next) => list.setState({ page: next })}
      />
    </Beside>
  )
}

type FilterListProps = {
  fields: readonly SearchField[]
  filters: ReportFilters
  span: Pick<ReportReply, 'From' | 'Until'> | undefined
}

/** Lists the filters of a report, including its default period. */
function FilterList({ fields, filters, span }: FilterListProps) {
  const t = useT()
  const applied = fields.filter(({ name, until }) => filters[name] || (until && filters[until]))
  const hasPeriod = applied.some(({ control }) => control === 'dates')
  return (
    <dl className="report-filter-list">
      {span?.From && !hasPeriod && (
        <div>
          <dt>{t('reports:days')}</dt>
          <dd>{`${formatDate(span.From)} – ${formatDate(span.Until)}`}</dd>
        </div>
      )}
      {applied.map((field) => (
        <FilterItem key={field.name} field={field} filters={filters} />
      ))}
    </dl>
  )
}

function FilterItem({ field, filters }: { field: SearchField; filters: ReportFilters }) {
  const { label, visible } = useFilterText('reports', field, filters)
  return (
    <div>
      <dt>{label}</dt>
      <dd>{visible}</dd>
    </div>
  )
}
