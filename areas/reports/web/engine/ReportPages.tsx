import { Button, Segmented, Tooltip } from 'antd'
import { PrinterIcon, StarIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { formatInstant, formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Row as Beside, Muted, PlainTable, Stack, SummaryBar } from '#kit/web/Layout.tsx'
import { PageAbout, PageTools } from '#kit/web/PageTools.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { BulkBar } from '#kit/web/table/BulkBar.tsx'
import { ListActions } from '#kit/web/table/ListActions.tsx'
import { ListBody } from '#kit/web/table/ListBody.tsx'
import { ListFoot } from '#kit/web/table/ListFoot.tsx'
import { exportInfo, ListTools } from '#kit/web/table/ListTools.tsx'
import { isAlive } from '#kit/web/table/list.ts'
import { SearchSection } from '#kit/web/table/SearchSection.tsx'
import type { List } from '#kit/web/table/useList.ts'
import { ViewBar } from '#kit/web/table/ViewMenu.tsx'
import type { TextKey } from '#kit/web/vocabulary.ts'
import type { ReadFrom } from '../../contract/report.ts'
import { reportTable, tabOf } from '../../contract/table.ts'
import '#kit/web/kit.css'
import '#kit/web/table/list.css'
import '../report.css'
import { Meanings } from './Meanings.tsx'
import type { Below, ReportPage } from './page.ts'
import { ReportChart } from './ReportChart.tsx'
import { type Answer, type Row, useReport } from './useReport.tsx'
import { useReportUse } from './useReportUse.ts'
import { customerOf } from './useTicked.ts'

const TAB = 'show'

/** The page of a menu address: its report, or its reports as tabs. */
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
          options={pages.map(({ key }) => ({ value: key, label: t(`reports:tabs.${tabOf(key)!}`) }))}
          onChange={(key) => setAddress(key === pages[0]!.key ? {} : { [TAB]: key })}
        />
      )}
      <ReportBody key={shown.key} shown={shown} />
    </Stack>
  )
}

type Shown = ReturnType<typeof useReport>
type PartProps = { shown: ReportPage; made: Shown }

function ReportBody({ shown }: { shown: ReportPage }) {
  const made = useReport(shown)
  const { t, answer } = made
  const { note, ...use } = useReportUse(shown.key)
  const ran = answer !== undefined
  useEffect(() => {
    if (ran) note()
  }, [ran, note])
  return (
    <>
      <PageAbout>
        {t(`reports:about.${shown.key}`)} <Meanings words={shown.page.meanings ?? []} />
      </PageAbout>
      <Acts shown={shown} made={made} use={use} />
      <Asking shown={shown} made={made} />
      <Found shown={shown} made={made} />
      <NextSteps shown={shown} made={made} />
    </>
  )
}

/** What can be done with the whole report. */
function Acts({
  shown: { key, page, report },
  made,
  use,
}: PartProps & { use: Omit<ReturnType<typeof useReportUse>, 'note'> }) {
  const { t, tools, filters } = made
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
        <Link className="report-act" to={{ pathname: reportTable[key].view, search }}>
          <PrinterIcon aria-hidden />
          {t('reports:printView')}
        </Link>
        {(page.asks?.(filters) ?? true) && (
          <ListActions
            info={{ ...exportInfo(tools), totals: made.totalColumns, days: report.declared.dates ?? null }}
          />
        )}
      </Beside>
    </PageTools>
  )
}

/** So many filters stand in sight; the others behind a press, unless it is one that would stand in its place. On a phone what was found is near. */
const FILTERS_SHOWN = { desk: 7, phone: 3 }
const visibleOf = (count: number, most: number) => (count > most + 1 ? most : count)

function Asking({ made }: PartProps) {
  const { t, list, filters, offered, usual, phone } = made
  const shown = visibleOf(offered.length, phone ? FILTERS_SHOWN.phone : FILTERS_SHOWN.desk)
  const [open, setOpen] = useState(() =>
    offered.slice(shown).some(({ name, until }) => filters[name] || filters[until ?? '']),
  )
  return (
    <section className="carat-card report-filters carat-unprinted" aria-label={t('reports:filters')}>
      <SearchSection
        key={JSON.stringify(filters)}
        area="reports"
        fields={open ? offered : offered.slice(0, shown)}
        filters={filters}
        onSearch={list.searchFor}
        run={{ label: t('reports:run'), usual }}
      />
      {offered.length > shown && (
        <Button type="link" className="report-more" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t('reports:fewer') : t('reports:more', { count: offered.length - shown })}
        </Button>
      )}
    </section>
  )
}

/** What was found: figures, picture, rows. */
function Found({ shown, made }: PartProps) {
  const { key, report, page } = shown
  const { t, list, filters, answer, phone, views } = made
  const [chart, setChart] = useState(true)
  const ready = page.asks?.(filters) ?? true
  const { isFetching, isPending } = list.query
  const drawn = page.chart?.(filters)
  const again = isFetching && !isPending
  const any = answer !== undefined && answer.count > 0
  return (
    <section
      aria-label={t(`reports:screens.${key}`)}
      aria-busy={ready && (isFetching || isPending)}
      className={`carat-card carat-list${again ? ' carat-list-dim' : ''}`}
    >
      {again && <div className="carat-list-bar" aria-hidden />}
      {any && <ReportFigures made={made} totals={answer.Totals} />}
      <div className="report-head">
        <Muted>{answer && <Made answer={answer} />}</Muted>
        <Beside className="carat-unprinted">
          {drawn && any && (
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
          <ListTools {...made.tools} exported />
        </Beside>
      </div>
      <ViewBar area="reports" tools={views.tools} unknown={list.unknown} />
      {drawn && chart && any && <ReportChart chart={drawn} rows={answer.rows} report={report} labels={made.labels} />}
      {ready ? <Rows shown={shown} made={made} /> : <p className="report-ask">{page.ask && t(page.ask)}</p>}
      {any && <BelowRows below={page.below?.(answer.Totals as never)} />}
      {ready && (
        <ListFoot
          list={list as List<object>}
          columns={made.columns.offered}
          visible={made.columns.columns}
          phone={phone}
        />
      )}
      {views.dialogs}
    </section>
  )
}

/** What one does with what was found. */
function NextSteps({ shown: { page }, made: { t, answer, filters } }: PartProps) {
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

/** What a report tells below its rows. */
export function BelowRows({ below }: { below: Below | undefined }) {
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

/** The totals that matter most, side by side. */
export const ReportFigures = ({ made, totals }: { made: Shown; totals: Row }) => (
  <div className="report-figures">
    <SummaryBar
      label={made.t('reports:totals')}
      items={made.figures.map((name) => ({ label: made.totalLabel(name), value: made.total(totals, name, 'figure') }))}
    />
  </div>
)

function Rows({ shown: { page }, made }: PartProps) {
  const { t, list, filters, answer, keyOf, phone } = made
  const nameOf = (row: Row) => page.rowName?.(row as never) ?? customerOf(row) ?? keyOf(row)
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
      <Ticked made={made} />
      <ListBody<Row>
        listProps={{
          area: 'reports',
          columns: [],
          wide: true,
          rowName: nameOf,
          ...(page.rowLink && { rowLink: (row: Row) => page.rowLink?.(row as never, filters) }),
          empty: (now) => ({ title: t(page.empty?.(now) ?? 'reports:empty') }),
          failed,
          unsaid: page.unsaid,
          ...(answer && answer.count > 0 && { totalOf: (field: string) => made.total(answer.Totals, field, 'cell') }),
        }}
        list={list}
        phone={phone}
        shown={{
          columns: made.columns.columns,
          keyOf,
          nameOf,
          stateFor: () => undefined,
          selection: made.bulk.length > 0 ? made.selection : undefined,
          onPreview: undefined,
        }}
      />
    </>
  )
}

/** Members who are ticked, and what can be done with them. */
const Ticked = ({ made }: { made: Shown }) =>
  made.bulk.length > 0 && (
    <BulkBar<Row>
      actions={made.bulk}
      selection={made.selection}
      rows={made.list.rows.filter(isAlive)}
      keyOf={made.keyOf}
      nameOf={(row) => customerOf(row) ?? made.keyOf(row)}
      total={made.list.count}
      list={made.tools.endpoint}
      input={made.list.input as Record<string, unknown>}
      phone={made.phone}
    />
  )

type MadeAnswer = Pick<Answer, 'GeneratedAt' | 'GeneratedBy' | 'ReadFrom' | 'count'>

/** Where the main database answered because it had to: it is shared with the counters. */
const instead: Partial<Record<ReadFrom, TextKey>> = {
  'Primary, Replica Away': 'reports:copyAway',
  'Primary, Replica Late': 'reports:copyLate',
}

/** When, by whom, how many rows, and what is unusual about where they were read. */
export function Made({ answer }: { answer: MadeAnswer }) {
  const t = useT()
  const made = t('reports:made', {
    at: formatInstant(answer.GeneratedAt),
    by: answer.GeneratedBy,
    count: answer.count,
    rows: formatPoints(answer.count),
  })
  const why = instead[answer.ReadFrom]
  return why ? `${made} · ${t(why)}` : made
}
