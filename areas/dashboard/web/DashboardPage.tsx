import { lazy, Suspense } from 'react'
import { businessDate, formatDayWithWeekday } from '#kit/web/format.ts'
import { UserGreeting } from '#kit/web/Greeting.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Row, SideColumnLayout, Stack } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { LoadingState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { KeyFigureCards } from './Cards.tsx'
import './dashboard.css'
import { DashboardFilters } from './Filters.tsx'
import { QuickMemberSearchCard } from './QuickCounter.tsx'
import { RecentOutletSalesCard } from './RecentSales.tsx'
import { useDashboardSelection } from './span.ts'
import { WaitingQueuesCard } from './WaitingCard.tsx'

const OpenedLast = lazy(async () => ({ default: (await import('./OpenedLast.tsx')).RecentRecordsCard }))
const Trends = lazy(async () => ({ default: (await import('./TrendCard.tsx')).TrendCards }))
const SalesByCard = lazy(async () => ({ default: (await import('./SalesByCard.tsx')).SalesByCard }))
const TasksCard = lazy(async () => ({ default: (await import('#areas/tasks/web/index.ts')).OwnTasksCard }))
const LedgerCard = lazy(async () => ({ default: (await import('./LedgerCard.tsx')).ReconciliationCard }))

/** The dashboard of the company or of an outlet: key figures, pending work, trends and recent sales. */
export function DashboardPage() {
  const t = useT()
  const { user, has, isHQ } = useSession()
  const { selection, show, setRange } = useDashboardSelection()
  const workplace = user.department?.code ?? user.building?.code
  return (
    <Stack>
      <Row justify="spread" gap="m">
        <UserGreeting about={[workplace, formatDayWithWeekday(businessDate())]} />
        <DashboardFilters selection={selection} onShow={show} onRange={setRange} />
      </Row>
      {!isHQ && <QuickMemberSearchCard />}
      <KeyFigureCards selection={selection} />
      <SideColumnLayout
        wide
        side={
          <>
            <Suspense fallback={null}>
              <TasksCard />
            </Suspense>
            <WaitingQueuesCard />
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
        {has('Customer Transaction') && <RecentOutletSalesCard outlet={selection.OutletCode} />}
      </SideColumnLayout>
    </Stack>
  )
}
