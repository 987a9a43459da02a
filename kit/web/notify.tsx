import type { NotificationInstance } from 'antd/es/notification/interface'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { CallError } from './call.ts'
import { errorText, t } from './i18n.ts'
import { remember } from './notify-history.ts'
import type { TextKey } from './vocabulary.ts'

type Message = (holder: NotificationInstance) => void

// Kept outside of the components, so that mutations can tell something too. The library's part is fetched with the
// first message: most visits of a page have none.
let holder: NotificationInstance | undefined
let waiting: Message[] = []
let requested = false
const watchers = new Set<() => void>()

function enqueue(message: Message) {
  if (holder) return message(holder)
  waiting.push(message)
  requested = true
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
    enqueue((holder) =>
      holder.success({
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
    enqueue((holder) => holder.info({ ...passing, title: description }))
  },
  /** Stays until dismissed. `title` says what failed ('access:logout.failed'); the description comes from the error. */
  error: (title: TextKey | undefined, error: unknown) => {
    const { title: own, description } = errorText(error)
    const text = title ? t(title) : (own ?? t('kit:error'))
    const requestId = error instanceof CallError ? error.requestId : undefined
    remember({ kind: 'error', title: text, description, ...(requestId && { requestId }) })
    enqueue((holder) => holder.error({ title: text, description, duration: false, role: 'alert' }))
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
    () => requested,
  )
  return (
    <>
      {children}
      <Suspense fallback={null}>{needed && <NotifyHolder onReady={setHolder} />}</Suspense>
    </>
  )
}

function setHolder(next: NotificationInstance | undefined) {
  holder = next
  if (!next) return
  const messages = waiting
  waiting = []
  for (const message of messages) message(next)
}
