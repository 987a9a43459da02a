import { lazy, Suspense } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Split, Stack } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { LoadingState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { Cards } from './Cards.tsx'
import './dashboard.css'
import { Filters } from './Filters.tsx'
import { QuickCounter } from './QuickCounter.tsx'
import { RecentSales } from './RecentSales.tsx'
import { useSelection } from './span.ts'

const OpenedLast = lazy(async () => ({ default: (await import('./OpenedLast.tsx')).OpenedLast }))

/** Where staff begin: whom do I serve, how does my outlet stand, what was sold. */
export function DashboardPage() {
  const t = useT()
  const { user, has } = useSession()
  const { selection, show, setRange } = useSelection()
  const name = user.staff?.preferred_name ?? user.username
  const place = user.department?.code ?? user.building?.code
  const opened = (
    <Card flush title={t('app:palette.recent')}>
      <Suspense fallback={<LoadingState rows={4} />}>
        <OpenedLast />
      </Suspense>
    </Card>
  )
  return (
    <Stack>
      <Muted as="p">{place ? t('dashboard:greetingAt', { name, place }) : t('dashboard:greeting', { name })}</Muted>
      <QuickCounter />
      <Filters selection={selection} onShow={show} onRange={setRange} />
      <Cards selection={selection} />
      {has('Customer Transaction') ? (
        <Split side={opened}>
          <RecentSales outlet={selection.OutletCode} />
        </Split>
      ) : (
        opened
      )}
    </Stack>
  )
}
