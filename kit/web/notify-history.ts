import { useSyncExternalStore } from 'react'

/** A notification that was shown, as it was worded then. */
export type Message = {
  id: string
  at: string
  kind: 'success' | 'info' | 'error'
  title: string
  description?: string
  /** What support asks for. */
  requestId?: string
}
type History = { owner: string; seenAt: string; messages: readonly Message[] }

// In the tab's own storage: it survives a reload, ends with the tab, and signing out empties it.
const KEY = 'carat.notifications'
const MESSAGES_MAX = 50
const none: History = { owner: '', seenAt: '', messages: [] }

const watchers = new Set<() => void>()
let readFrom: string | null = null
let read = none

/** Read from storage each time, and parsed only when it has changed. */
function history(): History {
  const text = sessionStorage.getItem(KEY)
  if (text === readFrom) return read
  readFrom = text
  try {
    read = text ? { ...none, ...JSON.parse(text) } : none
  } catch {
    // Somebody else's text under our key; the history starts empty.
    read = none
  }
  return read
}

function keep(next: History) {
  sessionStorage.setItem(KEY, JSON.stringify(next))
  for (const changed of watchers) changed()
}

export function remember(messages: Omit<Message, 'id' | 'at'>) {
  const before = history()
  const entry = { ...messages, id: crypto.randomUUID(), at: new Date().toISOString() }
  keep({ ...before, messages: [entry, ...before.messages].slice(0, MESSAGES_MAX) })
}

/** Whose tab this is now: what somebody else read in it is forgotten. */
export function beginHistory(owner: string) {
  if (history().owner !== owner) keep({ ...none, owner })
}

export const markSeen = () => keep({ ...history(), seenAt: new Date().toISOString() })
export const forgetMessages = () => keep({ ...history(), messages: [] })

const useHistory = () =>
  useSyncExternalStore(
    (changed) => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    () => history(),
  )

/** The latest notifications of this tab, the newest first. */
export const useMessages = () => useHistory().messages

/** How many errors came since the history was last looked at. */
export function useUnseenErrors() {
  const { messages, seenAt } = useHistory()
  return messages.filter(({ kind, at }) => kind === 'error' && at > seenAt).length
}
