import { Button, Pagination } from 'antd'
import { ArrowLeftIcon, PrinterIcon } from 'lucide-react'
import { memo, startTransition, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Sent } from '#kit/contract/endpoint.ts'
import { ROWS_MAX } from '#kit/contract/page.ts'
import { formatDate, formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Row as Beside, Muted, PlainTable } from '#kit/web/Layout.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useFilterWords } from '#kit/web/table/FilterChips.tsx'
import type { SearchField } from '#kit/web/table/search.ts'
import { useRead } from '#kit/web/useRead.ts'
import { reportTable } from '../../contract/table.ts'
import '#kit/web/kit.css'
import '#kit/web/table/list.css'
import '../report.css'
import { MeaningList } from './Meanings.tsx'
import type { Filters, ReportPage } from './page.ts'
import { ReportChart } from './ReportChart.tsx'
import { BelowRows, Made, ReportFigures } from './ReportPages.tsx'
import { type Answer, type Row, useReport } from './useReport.tsx'

const FIRST_ROWS = 100
/** The browser measures the columns again each time, so that fewer would take longer in all. */
const ROWS_AT_ONCE = 300

/** A report alone on its page, whole: to be bookmarked, sent on and printed. */
export function ReportViews({ pages }: { pages: readonly ReportPage[] }) {
  const shown = useSearchParams()[0].get('show')
  const page = pages.find(({ key }) => key === shown) ?? pages[0]!
  return <ReportView key={page.key} shown={page} />
}

function ReportView({ shown }: { shown: ReportPage }) {
  const { key, report, page } = shown
  const made = useReport(shown, { idle: true })
  const { t, list, filters } = made
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const ready = page.asks?.(filters) ?? true
  const input = { ...(list.input as object), Rows: ROWS_MAX, Page: list.state.page } as Sent<typeof report.call>
  const { data, error, isPending, refetch } = useRead(report.call, input, { enabled: list.views.settled && ready })
  const answer = data as unknown as Answer | undefined
  const drawn = page.chart?.(filters)
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
              onClick={() => void navigate({ pathname: reportTable[key].menu, search: `${address}` })}
            >
              {t('reports:change')}
            </Button>
            <Button type="primary" icon={<PrinterIcon aria-hidden />} onClick={() => window.print()}>
              {t('reports:print')}
            </Button>
          </Beside>
        </Beside>
        <FiltersInWords fields={list.fields} filters={filters} span={answer} />
        {answer && (
          <Muted as="p">
            <Made answer={answer} />
          </Muted>
        )}
      </header>
      {!ready ? (
        <EmptyState title={t(page.ask ?? 'reports:empty')} />
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
          <ReportFigures made={made} totals={answer.Totals} />
          {drawn && <ReportChart chart={drawn} rows={answer.rows} report={report} labels={made.labels} />}
          <WholeTable key={list.state.page} shown={shown} made={made} answer={answer} />
          <BelowRows below={page.below?.(answer.Totals as never)} />
          {answer.count > ROWS_MAX && <Part made={made} count={answer.count} />}
          <MeaningList words={page.meanings ?? []} />
        </>
      )}
    </article>
  )
}

type PartProps = { made: ReturnType<typeof useReport> }

function WholeTable({ shown, made, answer }: PartProps & { shown: ReportPage; answer: Answer }) {
  const { t, columns, rowKey } = made
  const rows = useGrowing(answer.rows)
  const totals = columns.columns.map(({ field }) => made.total(answer.Totals, field, 'cell'))
  return (
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
        {rows.map((row) => (
          <WholeRow key={String(row[rowKey])} row={row} columns={columns.columns} />
        ))}
      </tbody>
      {totals.some((total) => total !== undefined) && (
        <tfoot>
          <tr>
            {columns.columns.map(({ field, figure }, place) => (
              <td key={field} className={figure ? 'report-number' : undefined}>
                {totals[place] ?? (place === 0 ? t('reports:total') : null)}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </PlainTable>
  )
}

/** The first screen stands at once; the rest, up to a thousand rows, a few at a time, so that keys are answered in between. */
function useGrowing(rows: readonly Row[]) {
  const [drawn, setDrawn] = useState(FIRST_ROWS)
  const whole = drawn >= rows.length
  useEffect(() => {
    if (!whole) startTransition(() => setDrawn(drawn + ROWS_AT_ONCE))
  }, [whole, drawn])
  return whole ? rows : rows.slice(0, drawn)
}

type RowProps = { row: Row; columns: PartProps['made']['columns']['columns'] }

/** Each is drawn once: those that stand are not drawn again as further ones come. */
const WholeRow = memo(({ row, columns }: RowProps) => (
  <tr>
    {columns.map(({ field, figure, render }) => (
      <td key={field} className={figure ? 'report-number' : undefined}>
        {render(row)}
      </td>
    ))}
  </tr>
))

/** Which of its rows stand here: more than a page can hold are taken as a file. */
function Part({ made: { t, list }, count }: PartProps & { count: number }) {
  const { page } = list.state
  return (
    <Beside justify="spread">
      <Muted>
        {t('reports:part', {
          from: formatPoints((page - 1) * ROWS_MAX + 1),
          to: formatPoints(Math.min(page * ROWS_MAX, count)),
          total: formatPoints(count),
        })}
      </Muted>
      <Pagination
        className="carat-unprinted"
        current={page}
        pageSize={ROWS_MAX}
        total={count}
        showSizeChanger={false}
        onChange={(next) => list.setState({ page: next })}
      />
    </Beside>
  )
}

type WordsProps = {
  fields: readonly SearchField[]
  filters: Filters
  span: Pick<Answer, 'From' | 'Until'> | undefined
}

/** What was asked for; the days also where nobody named them. */
function FiltersInWords({ fields, filters, span }: WordsProps) {
  const t = useT()
  const applied = fields.filter(({ name, until }) => filters[name] || (until && filters[until]))
  const dated = applied.some(({ control }) => control === 'dates')
  return (
    <dl className="report-asked">
      {span?.From && !dated && (
        <div>
          <dt>{t('reports:days')}</dt>
          <dd>{`${formatDate(span.From)} – ${formatDate(span.Until)}`}</dd>
        </div>
      )}
      {applied.map((field) => (
        <Word key={field.name} field={field} filters={filters} />
      ))}
    </dl>
  )
}

function Word({ field, filters }: { field: SearchField; filters: Filters }) {
  const { label, visible } = useFilterWords('reports', field, filters)
  return (
    <div>
      <dt>{label}</dt>
      <dd>{visible}</dd>
    </div>
  )
}
