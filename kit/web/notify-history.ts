import { useSyncExternalStore } from 'react'

/** An earlier notification, with its text as shown. */
export type PastNotification = {
  id: string
  at: string
  kind: 'success' | 'info' | 'error'
  title: string
  description?: string
  /** The request id of the failed call, for support. */
  requestId?: string
}
type History = { owner: string; seenAt: string; messages: readonly PastNotification[] }

// Uses sessionStorage, which survives a reload, ends with the tab and is cleared at sign-out.
const KEY = 'carat.notifications'
const MESSAGES_MAX = 50
const emptyHistory: History = { owner: '', seenAt: '', messages: [] }

const watchers = new Set<() => void>()
let cachedText: string | null = null
let cachedHistory = emptyHistory

/** Reads the stored notifications each time, but parses their text only after a change. */
function history(): History {
  const text = sessionStorage.getItem(KEY)
  if (text === cachedText) return cachedHistory
  cachedText = text
  try {
    cachedHistory = text ? { ...emptyHistory, ...JSON.parse(text) } : emptyHistory
  } catch {
    // The history starts empty if the stored text is not valid.
    cachedHistory = emptyHistory
  }
  return cachedHistory
}

function storeHistory(next: History) {
  sessionStorage.setItem(KEY, JSON.stringify(next))
  for (const changed of watchers) changed()
}

export function addPastNotification(messages: Omit<PastNotification, 'id' | 'at'>) {
  const before = history()
  const entry = { ...messages, id: crypto.randomUUID(), at: new Date().toISOString() }
  storeHistory({ ...before, messages: [entry, ...before.messages].slice(0, MESSAGES_MAX) })
}

/** Starts the history of a user's notifications, and clears the messages of any previous user. */
export function startNotificationHistory(owner: string) {
  if (history().owner !== owner) storeHistory({ ...emptyHistory, owner })
}

export const markNotificationsSeen = () => storeHistory({ ...history(), seenAt: new Date().toISOString() })
export const clearNotificationHistory = () => storeHistory({ ...history(), messages: [] })

const useHistory = () =>
  useSyncExternalStore(
    (changed) => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    () => history(),
  )

/** The latest notifications in this tab, newest first. */
export const usePastNotifications = () => useHistory().messages

/** The number of errors since the user last opened the history. */
export function useUnseenErrors() {
  const { messages, seenAt } = useHistory()
  return messages.filter(({ kind, at }) => kind === 'error' && at > seenAt).length
}
