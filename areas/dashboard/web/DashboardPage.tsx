import { lazy, Suspense } from 'react'
import { businessDate, formatDayWithWeekday } from '#kit/web/format.ts'
import { Greeting } from '#kit/web/Greeting.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Row, Split, Stack } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { LoadingState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { Cards } from './Cards.tsx'
import './dashboard.css'
import { Filters } from './Filters.tsx'
import { QuickCounter } from './QuickCounter.tsx'
import { RecentSales } from './RecentSales.tsx'
import { useDashboardSelection } from './span.ts'
import { WaitingCard } from './WaitingCard.tsx'

const OpenedLast = lazy(async () => ({ default: (await import('./OpenedLast.tsx')).OpenedLast }))
const Trends = lazy(async () => ({ default: (await import('./TrendCard.tsx')).Trends }))
const SalesByCard = lazy(async () => ({ default: (await import('./SalesByCard.tsx')).SalesByCard }))
const TasksCard = lazy(async () => ({ default: (await import('#areas/tasks/web/index.ts')).TasksCard }))
const LedgerCard = lazy(async () => ({ default: (await import('./LedgerCard.tsx')).LedgerCard }))

/** The dashboard of the company or of an outlet: key figures, pending work, trends and recent sales. */
export function DashboardPage() {
  const t = useT()
  const { user, has, isHQ } = useSession()
  const { selection, show, setRange } = useDashboardSelection()
  const workplace = user.department?.code ?? user.building?.code
  return (
    <Stack>
      <Row justify="spread" gap="m">
        <Greeting about={[workplace, formatDayWithWeekday(businessDate())]} />
        <Filters selection={selection} onShow={show} onRange={setRange} />
      </Row>
      {!isHQ && <QuickCounter />}
      <Cards selection={selection} />
      <Split
        wide
        side={
          <>
            <Suspense fallback={null}>
              <TasksCard />
            </Suspense>
            <WaitingCard />
            <Suspense fallback={null}>
              <LedgerCard />
            </Suspense>
            <Card flush title={t('app:palette.recent')}>
              <Suspense fallback={<LoadingState rows={4} />}>
                <OpenedLast />
              </Suspense>
            </Card>
          </>
        }
      >
        <Suspense
          fallback={
            <Card flush>
              <LoadingState rows={7} />
            </Card>
          }
        >
          <Trends selection={selection}>
            <Suspense fallback={null}>
              <SalesByCard selection={selection} />
            </Suspense>
          </Trends>
        </Suspense>
        {has('Customer Transaction') && <RecentSales outlet={selection.OutletCode} />}
      </Split>
    </Stack>
  )
}
