import { keepPreviousData } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { Reply } from '#kit/contract/endpoint.ts'
import { LIST_PAGE_ROWS_MAX } from '#kit/contract/page.ts'
import { type DateRange, DateRangeField } from '#kit/web/DateRangeField.tsx'
import { PointsText } from '#kit/web/Figures.tsx'
import { formatDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Row, SideColumnLayout, Stack } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { EmptyState, LoadingState } from '#kit/web/States.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { getPointStatement } from '../../contract.ts'
import { pointExplanationPath } from '../../paths.ts'
import { BalanceSummaryBar } from '../BalanceSummaryBar.tsx'
import { MemberNotFoundState } from '../explain/ExplainPage.tsx'
import { ButtonLink } from '../LinkButton.tsx'
import { RequireMemberInUrl } from '../MemberGate.tsx'
import { MemberPageHeader } from '../MemberHead.tsx'
import { PointExpiries } from './Expiries.tsx'
import { PointMovements } from './Movements.tsx'

/** A member's points like a bank statement: opening balance, movements in order, closing balance. */
export function StatementPage() {
  return <RequireMemberInUrl>{(MembershipNo) => <Statement MembershipNo={MembershipNo} />}</RequireMemberInUrl>
}

function Statement({ MembershipNo }: { MembershipNo: string }) {
  const t = useT()
  return (
    <LoadedStatement MembershipNo={MembershipNo}>
      {(data, movements) => (
        <Stack>
          <MemberPageHeader MembershipNo={data.MembershipNo} sum={<BalanceSummaryBar balance={data.Balance} />}>
            <ButtonLink to={pointExplanationPath({ MembershipNo: data.MembershipNo })}>
              {t('points:screens.explain')}
            </ButtonLink>
          </MemberPageHeader>
          {movements}
        </Stack>
      )}
    </LoadedStatement>
  )
}

type LoadedProps = {
  MembershipNo: string
  children: (statement: Reply<typeof getPointStatement>, movements: ReactNode) => ReactNode
}

/** Loads the statement of one member; `children` renders its movements. */
export function LoadedStatement({ MembershipNo, children }: LoadedProps) {
  const { range, setRange } = useRange()
  const { data, error, refetch } = useRead(
    getPointStatement,
    {
      MembershipNo,
      Rows: LIST_PAGE_ROWS_MAX,
      ...(range.from && { DateFrom: range.from }),
      ...(range.until && { DateTo: range.until }),
    },
    { placeholderData: keepPreviousData },
  )
  if (error) return <MemberNotFoundState error={error} onRetry={() => void refetch()} />
  if (!data) {
    return (
      <Card flush>
        <LoadingState rows={10} />
      </Card>
    )
  }
  return children(data, <Booked statement={data} range={range} onRange={setRange} />)
}

type BookedProps = { statement: Reply<typeof getPointStatement>; range: DateRange; onRange: (range: DateRange) => void }

function Booked({ statement: data, range, onRange }: BookedProps) {
  const t = useT()
  return (
    <SideColumnLayout side={<PointExpiries buckets={data.Expiries} />}>
      <Card
        flush
        title={t('points:statement.movements')}
        extra={
          <div className="carat-unprinted">
            <label htmlFor="statement-range" className="carat-unseen">
              {t('points:statement.range')}
            </label>
            <DateRangeField id="statement-range" value={range} onChange={onRange} />
          </div>
        }
      >
        {(range.from || range.until) && (
          <p className="carat-printed">{`${formatDate(range.from)} – ${formatDate(range.until)}`}</p>
        )}
        <BookLine label={t('points:statement.opening')} points={data.Opening} />
        {data.rows.length === 0 ? (
          <EmptyState title={t('points:statement.none')} />
        ) : (
          <PointMovements rows={data.rows} />
        )}
        <BookLine label={t('points:statement.closing')} points={data.Closing} />
        {data.count > data.rows.length && (
          <Muted as="p" className="carat-card-body">
            {t('points:statement.more', { shown: data.rows.length, count: data.count })}
          </Muted>
        )}
      </Card>
    </SideColumnLayout>
  )
}

const BookLine = ({ label, points }: { label: string; points: number }) => (
  <Row justify="spread" className="carat-band">
    {label}
    <strong>
      <PointsText points={points} />
    </strong>
  </Row>
)

/** The dates of the statement are in the URL, so that staff can send the link to a colleague. */
function useRange() {
  const [address, setAddress] = useSearchParams()
  const day = (name: string) => (/^\d{4}-\d\d-\d\d$/.test(address.get(name) ?? '') ? address.get(name) : null)
  const setRange = ({ from, until }: DateRange) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now)
        for (const [name, value] of [
          ['DateFrom', from],
          ['DateTo', until],
        ] as const)
          if (value) next.set(name, value)
          else next.delete(name)
        return next
      },
      { replace: true },
    )
  return { range: { from: day('DateFrom'), until: day('DateTo') }, setRange }
}
