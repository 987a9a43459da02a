import { Button, Segmented, Tooltip } from 'antd'
import { PrinterIcon, StarIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { formatInstant, formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Row as Beside, Muted, PlainTable, Stack, SummaryBar } from '#kit/web/Layout.tsx'
import { PageSubtitle, PageTools } from '#kit/web/PageTools.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { BulkBar } from '#kit/web/table/BulkBar.tsx'
import { ListActions } from '#kit/web/table/ListActions.tsx'
import { ListBody } from '#kit/web/table/ListBody.tsx'
import { ListFoot } from '#kit/web/table/ListFoot.tsx'
import { describeListExport, ListTools } from '#kit/web/table/ListTools.tsx'
import { isSelectableRow } from '#kit/web/table/list.ts'
import { SearchSection } from '#kit/web/table/SearchSection.tsx'
import type { ListModel } from '#kit/web/table/useList.ts'
import { ViewBar } from '#kit/web/table/ViewMenu.tsx'
import type { TextKey } from '#kit/web/vocabulary.ts'
import type { ReadFrom } from '../../contract/report.ts'
import { findReportTab, reportDefinitions } from '../../contract/table.ts'
import '#kit/web/kit.css'
import '#kit/web/table/list.css'
import '../report.css'
import { TermMeaningsButton } from './Meanings.tsx'
import type { ReportPage, ReportTotalsBelow } from './page.ts'
import { ReportChart } from './ReportChart.tsx'
import { type ReportListRow, type ReportReply, useReport } from './useReport.tsx'
import { useReportFavourite } from './useReportUse.ts'
import { formatCustomerLabel } from './useTicked.ts'

const TAB = 'show'

/** Page of a menu path: one report, or several reports as tabs. */
export function ReportPages({ pages }: { pages: readonly ReportPage[] }) {
  const t = useT()
  const [address, setAddress] = useSearchParams()
  const shown = pages.find(({ key }) => key === address.get(TAB)) ?? pages[0]!
  return (
    <Stack>
      {pages.length > 1 && (
        <Segmented
          className="report-tabs"
          value={shown.key}
          options={pages.map(({ key }) => ({ value: key, label: t(`reports:tabs.${findReportTab(key)!}`) }))}
          onChange={(key) => setAddress(key === pages[0]!.key ? {} : { [TAB]: key })}
        />
      )}
      <ReportBody key={shown.key} shown={shown} />
    </Stack>
  )
}

type ReportState = ReturnType<typeof useReport>
type PartProps = { shown: ReportPage; state: ReportState }

function ReportBody({ shown }: { shown: ReportPage }) {
  const state = useReport(shown)
  const { t, answer } = state
  const { note, ...use } = useReportFavourite(shown.key)
  const ran = answer !== undefined
  useEffect(() => {
    if (ran) note()
  }, [ran, note])
  return (
    <>
      <PageSubtitle>
        {t(`reports:about.${shown.key}`)} <TermMeaningsButton words={shown.page.meanings ?? []} />
      </PageSubtitle>
      <ReportActions shown={shown} state={state} use={use} />
      <ReportFilters shown={shown} state={state} />
      <ReportResult shown={shown} state={state} />
      <NextSteps shown={shown} state={state} />
    </>
  )
}

/** Actions on the whole report, such as print and export. */
function ReportActions({
  shown: { key, page, report },
  state,
  use,
}: PartProps & { use: Omit<ReturnType<typeof useReportFavourite>, 'note'> }) {
  const { t, tools, filters } = state
  const { search } = useLocation()
  return (
    <PageTools>
      <Beside className="carat-unprinted">
        <Tooltip title={t(use.favourite ? 'reports:unfavourite' : 'reports:favourite')}>
          <Button
            type="text"
            aria-pressed={use.favourite}
            aria-label={t('reports:favourite')}
            className={use.favourite ? 'report-star report-star-on' : 'report-star'}
            icon={<StarIcon aria-hidden />}
            onClick={() => use.keep(!use.favourite)}
          />
        </Tooltip>
        <Link className="report-act" to={{ pathname: reportDefinitions[key].view, search }}>
          <PrinterIcon aria-hidden />
          {t('reports:printView')}
        </Link>
        {(page.canRun?.(filters) ?? true) && (
          <ListActions
            info={{ ...describeListExport(tools), totals: state.totalColumns, days: report.declared.dates ?? null }}
          />
        )}
      </Beside>
    </PageTools>
  )
}

/** Number of filters that are visible at first; a button shows all. A phone shows fewer, to leave space for rows. */
const FILTERS_SHOWN = { desk: 7, phone: 3 }
const countVisible = (count: number, limit: number) => (count > limit + 1 ? limit : count)

function ReportFilters({ state }: PartProps) {
  const { t, list, filters, offered, usual, phone } = state
  const visibleCount = countVisible(offered.length, phone ? FILTERS_SHOWN.phone : FILTERS_SHOWN.desk)
  const [open, setOpen] = useState(() =>
    offered.slice(visibleCount).some(({ name, until }) => filters[name] || filters[until ?? '']),
  )
  return (
    <section className="carat-card report-filters carat-unprinted" aria-label={t('reports:filters')}>
      <SearchSection
        key={JSON.stringify(filters)}
        area="reports"
        fields={open ? offered : offered.slice(0, visibleCount)}
        filters={filters}
        onSearch={list.searchFor}
        run={{ label: t('reports:run'), usual }}
      />
      {offered.length > visibleCount && (
        <Button type="link" className="report-more" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t('reports:fewer') : t('reports:more', { count: offered.length - visibleCount })}
        </Button>
      )}
    </section>
  )
}

/** Shows the result of a report as figures, chart and rows. */
function ReportResult({ shown, state }: PartProps) {
  const { key, report, page } = shown
  const { t, list, filters, answer, phone, views } = state
  const [chart, setChart] = useState(true)
  const isReady = page.canRun?.(filters) ?? true
  const { isFetching, isPending } = list.query
  const chartSpec = page.chart?.(filters)
  const isRefetching = isFetching && !isPending
  const hasRows = answer !== undefined && answer.count > 0
  return (
    <section
      aria-label={t(`reports:screens.${key}`)}
      aria-busy={isReady && (isFetching || isPending)}
      className={`carat-card carat-list${isRefetching ? ' carat-list-dim' : ''}`}
    >
      {isRefetching && <div className="carat-list-bar" aria-hidden />}
      {hasRows && <ReportFigures state={state} totals={answer.Totals} />}
      <div className="report-head">
        <Muted>{answer && <ReportDataSourceInfo answer={answer} />}</Muted>
        <Beside className="carat-unprinted">
          {chartSpec && hasRows && (
            <Segmented
              size="small"
              value={chart ? 'both' : 'table'}
              options={[
                { value: 'both', label: t('reports:chartAndTable') },
                { value: 'table', label: t('reports:tableOnly') },
              ]}
              onChange={(choice) => setChart(choice === 'both')}
            />
          )}
          <ListTools {...state.tools} exported />
        </Beside>
      </div>
      <ViewBar area="reports" tools={views.tools} unknown={list.unknown} />
      {chartSpec && chart && hasRows && (
        <ReportChart chart={chartSpec} rows={answer.rows} report={report} state={state} />
      )}
      {isReady ? <Rows shown={shown} state={state} /> : <p className="report-ask">{page.hint && t(page.hint)}</p>}
      {hasRows && <ReportTotalsBelowRows below={page.below?.(answer.Totals as never)} />}
      {isReady && (
        <ListFoot
          list={list as ListModel<object>}
          columns={state.columns.offered}
          visible={state.columns.columns}
          phone={phone}
        />
      )}
      {views.dialogs}
    </section>
  )
}

/** Links to the next steps that use the result of a report. */
function NextSteps({ shown: { page }, state: { t, answer, filters } }: PartProps) {
  const { has } = useSession()
  const steps = (page.next?.(filters) ?? []).filter(({ role }) => has(role))
  if (steps.length === 0 || !answer || answer.count === 0) return null
  return (
    <Card title={t('reports:nextSteps')}>
      <Beside>
        {steps.map(({ label, to }) => (
          <Link key={label} className="report-act" to={to}>
            {t(label)}
          </Link>
        ))}
      </Beside>
    </Card>
  )
}

/** Shows totals below the rows of a report. */
export function ReportTotalsBelowRows({ below }: { below: ReportTotalsBelow | undefined }) {
  const t = useT()
  if (!below) return null
  return (
    <div className="report-below">
      <h3 className="carat-card-title">{t(below.title)}</h3>
      <PlainTable label={t(below.title)} figures>
        <tbody>
          {below.entries.map(({ label, value }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </div>
  )
}

/** Shows the main totals above the rows of a report. */
export const ReportFigures = ({ state, totals }: { state: ReportState; totals: ReportListRow }) => (
  <div className="report-figures">
    <SummaryBar
      label={state.t('reports:totals')}
      items={state.figures.map((name) => ({
        label: state.totalLabel(name),
        value: state.total(totals, name, 'figure'),
      }))}
    />
  </div>
)

function Rows({ shown: { page }, state }: PartProps) {
  const { t, list, filters, answer, keyOf, phone } = state
  const nameOf = (row: ReportListRow) => page.rowName?.(row as never) ?? formatCustomerLabel(row) ?? keyOf(row)
  const { error, data, refetch } = list.query
  const failed = page.failed ?? 'kit:table.failed'
  return (
    <>
      {error && data && (
        <ErrorState
          error={error}
          title={t(failed)}
          unsaid={page.unsaid && t(page.unsaid)}
          onRetry={() => void refetch()}
        />
      )}
      <BulkActions state={state} />
      <ListBody<ReportListRow>
        listProps={{
          area: 'reports',
          columns: [],
          wide: true,
          rowName: nameOf,
          ...(page.rowLink && { rowLink: (row: ReportListRow) => page.rowLink?.(row as never, filters) }),
          empty: (now) => ({ title: t(page.empty?.(now) ?? 'reports:empty') }),
          failed,
          unsaid: page.unsaid,
          ...(answer && answer.count > 0 && { totalOf: (field: string) => state.total(answer.Totals, field, 'cell') }),
        }}
        list={list}
        phone={phone}
        shown={{
          columns: state.columns.columns,
          keyOf,
          nameOf,
          stateFor: () => undefined,
          selection: state.bulk.length > 0 ? state.selection : undefined,
          onPreview: undefined,
        }}
      />
    </>
  )
}

/** Buttons for actions on all selected members. */
const BulkActions = ({ state }: { state: ReportState }) =>
  state.bulk.length > 0 && (
    <BulkBar<ReportListRow>
      actions={state.bulk}
      selection={state.selection}
      rows={state.list.rows.filter(isSelectableRow)}
      keyOf={state.keyOf}
      nameOf={(row) => formatCustomerLabel(row) ?? state.keyOf(row)}
      count={state.list.count}
      total={state.list.total}
      list={state.tools.endpoint}
      input={state.list.input as Record<string, unknown>}
      phone={state.phone}
    />
  )

type AnswerInfo = Pick<ReportReply, 'GeneratedAt' | 'GeneratedBy' | 'ReadFrom' | 'count'>

/** Text keys that explain why a report was read from the primary database instead of the replica. */
const primaryReasons: Partial<Record<ReadFrom, TextKey>> = {
  'Primary, Replica Away': 'reports:copyAway',
  'Primary, Replica Late': 'reports:copyLate',
}

/** Shows when and by whom a report was run, its number of rows, and why the replica was not used. */
export function ReportDataSourceInfo({ answer }: { answer: AnswerInfo }) {
  const t = useT()
  const info = t('reports:dataAsAt', {
    at: formatInstant(answer.GeneratedAt),
    by: answer.GeneratedBy,
    count: answer.count,
    rows: formatPoints(answer.count),
  })
  const reason = primaryReasons[answer.ReadFrom]
  return reason ? `${info} · ${t(reason)}` : info
}
