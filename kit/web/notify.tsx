import { Button } from 'antd'
import type { NotificationInstance } from 'antd/es/notification/interface'
import { CircleAlertIcon, CircleCheckIcon, InfoIcon } from 'lucide-react'
import { isValidElement, lazy, type ReactElement, Suspense, useSyncExternalStore } from 'react'
import { CallError } from './call.ts'
import { errorText, t } from './i18n.ts'
import { resolveTextSource, type TextSource } from './message.ts'
import { addPastNotification } from './notify-history.ts'

type QueuedNotification = (holder: NotificationInstance) => void

// Stores the queue outside components, so that mutations can notify users too.
// Loads the notification library with the first message, because most page visits show no message.
let holder: NotificationInstance | undefined
let queue: QueuedNotification[] = []
let requested = false
const watchers = new Set<() => void>()

function enqueue(message: QueuedNotification) {
  if (holder) return message(holder)
  queue.push(message)
  requested = true
  for (const changed of watchers) changed()
}

const PASSING_S = 6
/** The number of seconds for which a notification with an action is visible. */
const WITH_ACT_S = 8

/** The next action that a notification offers. A labelled action closes it; an element such as `UndoButton` keeps it open. */
export type MessageAction = { label: string; run: () => unknown } | ReactElement

type Notice = {
  /** The title of the notification, which names the record and the event: "Lim Chee Keong registered". */
  title: string
  /** The second line of the notification: a sentence from the specification, or details. */
  detail?: string | undefined
  act?: MessageAction | undefined
  kind?: 'success' | 'info'
}

const icons = { success: CircleCheckIcon, info: InfoIcon, error: CircleAlertIcon }

/** Shows a notification with an optional action. The notification closes by itself unless the pointer is over it. */
function show({ title, detail, act, kind = 'success' }: Notice) {
  addPastNotification({ kind, title, ...(detail && { description: detail }) })
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

function actOf(act: MessageAction, close: () => void) {
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

/** Notifies the user of an outcome. The errors of a form are shown in the form instead. */
export const notify = Object.assign(show, {
  /** Shows a sentence from the specification under its title 'Success'. */
  success: (sentence: string, act?: MessageAction) => show({ title: t('kit:success'), detail: sentence, act }),
  info: (title: string) => show({ title, kind: 'info' }),
  /** Shows an error until the user dismisses it. `title` names the failed action ('access:logout.failed'). */
  error: (title: TextSource<[]> | undefined, error: unknown, act?: MessageAction) => {
    const { title: errorTitle, description } = errorText(error)
    const text = title ? resolveTextSource(title) : (errorTitle ?? t('kit:error'))
    const requestId = error instanceof CallError ? error.requestId : undefined
    addPastNotification({ kind: 'error', title: text, description, ...(requestId && { requestId }) })
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

/** Renders the notifications. Mount NotifyHost once around the application, inside the theme. */
export function NotifyHost({ children }: { children: React.ReactNode }) {
  const isRequested = useSyncExternalStore(
    (changed) => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    () => requested,
  )
  return (
    <>
      {children}
      <Suspense fallback={null}>{isRequested && <NotifyHolder onReady={setHolder} />}</Suspense>
    </>
  )
}

function setHolder(next: NotificationInstance | undefined) {
  holder = next
  if (!next) return
  const messages = queue
  queue = []
  for (const message of messages) message(next)
}
