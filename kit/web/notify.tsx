import type { NotificationInstance } from 'antd/es/notification/interface'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { CallError } from './call.ts'
import { errorText, t } from './i18n.ts'
import { remember } from './notify-history.ts'
import type { TextKey } from './vocabulary.ts'

type Message = (shown: NotificationInstance) => void

// Kept outside of the components, so that mutations can tell something too. The library's part is fetched with the
// first message: most visits of a page have none.
let shown: NotificationInstance | undefined
let waiting: Message[] = []
let wanted = false
const watchers = new Set<() => void>()

function tell(message: Message) {
  if (shown) return message(shown)
  waiting.push(message)
  wanted = true
  for (const changed of watchers) changed()
}

const passing = { duration: 6, pauseOnHover: true, role: 'status' } as const
/** Long enough to change one's mind. */
const WITH_ACTION_S = 8

/** Tells the outcome of what somebody just did. An error of a form belongs in the form instead: it is shown once. */
export const notify = {
  /** Goes away by itself after 6 s (8 s with something to press), later while the pointer rests on it. */
  success: (description: string, action?: React.ReactNode) => {
    remember({ kind: 'success', title: description })
    tell((shown) =>
      shown.success({
        ...passing,
        ...(action !== undefined && { duration: WITH_ACTION_S }),
        title: t('kit:success'),
        description,
        actions: action,
      }),
    )
  },
  info: (description: string) => {
    remember({ kind: 'info', title: description })
    tell((shown) => shown.info({ ...passing, title: description }))
  },
  /** Stays until dismissed. `title` says what failed ('access:logout.failed'); the description comes from the error. */
  error: (title: TextKey | undefined, error: unknown) => {
    const { title: own, description } = errorText(error)
    const said = title ? t(title) : (own ?? t('kit:error'))
    const requestId = error instanceof CallError ? error.requestId : undefined
    remember({ kind: 'error', title: said, description, ...(requestId && { requestId }) })
    tell((shown) => shown.error({ title: said, description, duration: false, role: 'alert' }))
  },
}

const NotifyHolder = lazy(async () => ({ default: (await import('./notify-holder.tsx')).NotifyHolder }))

/** Where notifications appear: once, around the whole application, inside the theme. */
export function NotifyHost({ children }: { children: React.ReactNode }) {
  const needed = useSyncExternalStore(
    (changed) => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    () => wanted,
  )
  return (
    <>
      {children}
      <Suspense fallback={null}>{needed && <NotifyHolder onReady={setShown} />}</Suspense>
    </>
  )
}

function setShown(next: NotificationInstance | undefined) {
  shown = next
  if (!next) return
  const messages = waiting
  waiting = []
  for (const message of messages) message(next)
}
