import { Button } from 'antd'
import type { NotificationInstance } from 'antd/es/notification/interface'
import { CircleAlertIcon, CircleCheckIcon, InfoIcon } from 'lucide-react'
import { isValidElement, lazy, type ReactElement, Suspense, useSyncExternalStore } from 'react'
import { CallError } from './call.ts'
import { errorText, t } from './i18n.ts'
import { i18nText, type Message } from './message.ts'
import { remember } from './notify-history.ts'

type Waiting = (holder: NotificationInstance) => void

// Kept outside of the components, so that mutations can tell something too. The library's part is fetched with the
// first message: most visits of a page have none.
let holder: NotificationInstance | undefined
let waiting: Waiting[] = []
let requested = false
const watchers = new Set<() => void>()

function enqueue(message: Waiting) {
  if (holder) return message(holder)
  waiting.push(message)
  requested = true
  for (const changed of watchers) changed()
}

const PASSING_S = 6
/** Long enough to change one's mind, or to go on. */
const WITH_ACT_S = 8

/** The next act, "Record a sale": pressing it closes the message. An element (`UndoButton`) stays until it has done its work. */
export type Act = { label: string; run: () => unknown } | ReactElement

type Notice = {
  /** Names the record and what happened to it: "Lim Chee Keong registered". */
  title: string
  /** The second line: a sentence that the specification fixes, or what else matters now. */
  detail?: string | undefined
  act?: Act | undefined
  kind?: 'success' | 'info'
}

const icons = { success: CircleCheckIcon, info: InfoIcon, error: CircleAlertIcon }

/** Tells what just happened, to whom, and the next act. It goes by itself, later while the pointer rests on it. */
function show({ title, detail, act, kind = 'success' }: Notice) {
  remember({ kind, title, ...(detail && { description: detail }) })
  const key = crypto.randomUUID()
  const Icon = icons[kind]
  enqueue((holder) =>
    holder.open({
      key,
      type: kind,
      icon: <Icon aria-hidden />,
      title,
      description: detail,
      duration: act ? WITH_ACT_S : PASSING_S,
      showProgress: act !== undefined,
      pauseOnHover: true,
      role: 'status',
      actions: act && actOf(act, () => holder.destroy(key)),
    }),
  )
}

function actOf(act: Act, close: () => void) {
  if (isValidElement(act)) return act
  const { label, run } = act
  return (
    <Button
      size="small"
      color="primary"
      variant="filled"
      onClick={() => {
        close()
        void run()
      }}
    >
      {label}
    </Button>
  )
}

/** Tells the outcome of what somebody just did. An error of a form belongs in the form instead: it is shown once. */
export const notify = Object.assign(show, {
  /** A sentence of the specification alone, under the title that it then asks for. */
  success: (sentence: string, act?: Act) => show({ title: t('kit:success'), detail: sentence, act }),
  info: (title: string) => show({ title, kind: 'info' }),
  /** Stays until dismissed. `title` says what failed ('access:logout.failed'); the description comes from the error. */
  error: (title: Message<[]> | undefined, error: unknown, act?: Act) => {
    const { title: own, description } = errorText(error)
    const text = title ? i18nText(title) : (own ?? t('kit:error'))
    const requestId = error instanceof CallError ? error.requestId : undefined
    remember({ kind: 'error', title: text, description, ...(requestId && { requestId }) })
    const key = crypto.randomUUID()
    enqueue((holder) =>
      holder.open({
        key,
        type: 'error',
        icon: <icons.error aria-hidden />,
        title: text,
        description,
        duration: false,
        role: 'alert',
        actions: act && actOf(act, () => holder.destroy(key)),
      }),
    )
  },
})

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
