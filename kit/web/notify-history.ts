import { useSyncExternalStore } from 'react'

/** A past notification with the text that was shown. */
export type PastMessage = {
  id: string
  at: string
  kind: 'success' | 'info' | 'error'
  title: string
  description?: string
  /** The request id for support. */
  requestId?: string
}
type History = { owner: string; seenAt: string; messages: readonly PastMessage[] }

// In sessionStorage: it survives a reload, ends with the tab and is cleared at sign-out.
const KEY = 'carat.notifications'
const MESSAGES_MAX = 50
const emptyHistory: History = { owner: '', seenAt: '', messages: [] }

const watchers = new Set<() => void>()
let cachedText: string | null = null
let cachedHistory = emptyHistory

/** Reads the storage each time, but parses it only when it has changed. */
function history(): History {
  const text = sessionStorage.getItem(KEY)
  if (text === cachedText) return cachedHistory
  cachedText = text
  try {
    cachedHistory = text ? { ...emptyHistory, ...JSON.parse(text) } : emptyHistory
  } catch {
    // The stored text was not written by this module; the history starts empty.
    cachedHistory = emptyHistory
  }
  return cachedHistory
}

function storeHistory(next: History) {
  sessionStorage.setItem(KEY, JSON.stringify(next))
  for (const changed of watchers) changed()
}

export function addMessage(messages: Omit<PastMessage, 'id' | 'at'>) {
  const before = history()
  const entry = { ...messages, id: crypto.randomUUID(), at: new Date().toISOString() }
  storeHistory({ ...before, messages: [entry, ...before.messages].slice(0, MESSAGES_MAX) })
}

/** Starts the history of a user; clears the messages of any previous one. */
export function beginHistory(owner: string) {
  if (history().owner !== owner) storeHistory({ ...emptyHistory, owner })
}

export const markSeen = () => storeHistory({ ...history(), seenAt: new Date().toISOString() })
export const forgetMessages = () => storeHistory({ ...history(), messages: [] })

const useHistory = () =>
  useSyncExternalStore(
    (changed) => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    () => history(),
  )

/** The latest notifications of this tab, newest first. */
export const useMessages = () => useHistory().messages

/** The number of errors since the history was last opened. */
export function useUnseenErrors() {
  const { messages, seenAt } = useHistory()
  return messages.filter(({ kind, at }) => kind === 'error' && at > seenAt).length
}
