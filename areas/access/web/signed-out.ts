import { useSyncExternalStore } from 'react'
import { type CallError, call, setSignedOutHandler } from '#kit/web/call.ts'
import { accessRefusals, profile } from '../contract.ts'
import { basePath, currentPathBelowBase } from './base-path.ts'
import { isMarkedSignedIn, rememberReturnPath, storeSessionEndReason, unmarkSignedIn } from './stored.ts'

// Handles calls that fail with 401. Concurrent calls all wait for the same dialog.

export type PendingSignInQuestion = { error: CallError; answer: (signedInAgain: boolean) => void }

let inSession = false
let requested: PendingSignInQuestion | undefined
let pending: Promise<boolean> | undefined
const watchers = new Set<() => void>()

function setRequested(next: PendingSignInQuestion | undefined) {
  requested = next
  for (const changed of watchers) changed()
}

/** Sets whether the browser shows the signed-in part of the application. */
export const setSignedInPartVisible = (visible: boolean) => {
  inSession = visible
}

export function startSignedOutHandling() {
  setSignedOutHandler(async (error) => {
    // No user was signed in on this page, so SessionGate opens the sign-in page.
    if (!inSession) return false
    if (!hasUnsavedInput()) return reloadToSignIn(error)
    pending ??= new Promise<boolean>((resolve) => setRequested({ error, answer: resolve })).finally(() => {
      pending = undefined
      setRequested(undefined)
    })
    return pending
  })
  // Another tab signed out, so the server is asked whether and why this session has ended too.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === 'auth_token' && newValue === null && inSession) call(profile, {}).catch(() => {})
  })
  // A page from the back-forward cache must not show what the previous user saw.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && inSession && !isMarkedSignedIn()) location.reload()
  })
}

/** Loads the root path, as the specification requires. After the sign-in the user returns to the current page. */
export function reloadToSignIn(error?: CallError): Promise<never> {
  unmarkSignedIn()
  if (error) storeSignOutReason(error)
  rememberReturnPath(currentPathBelowBase())
  location.assign(`${basePath}/`)
  // Never resolves, because the page is about to reload and an error would only be visible for a moment.
  return new Promise(() => {})
}

/** Stores for the sign-in page who ended the session and when. The error "sign in" alone needs no explanation. */
export function storeSignOutReason({ code, message, params }: CallError) {
  if (code !== accessRefusals.required.code) storeSessionEndReason({ code, message, params })
}

/** Returns the pending request to sign in again, if any. */
export const usePendingSignInQuestion = () =>
  useSyncExternalStore(
    (changed) => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    () => requested,
  )

// Stores whether the user typed input on this page that a reload would lose.
// The listener for input is on the document, so that forms need no code for it.

let typedAt: string | undefined

/** Starts observing the user's input. Returns a function that stops it. */
export function trackUnsavedInput() {
  const typed = (event: Event) => {
    const inPage = event.target instanceof Element && event.target.closest('main, [role="dialog"]')
    if (inPage) typedAt = location.pathname
  }
  document.addEventListener('input', typed, { capture: true })
  return () => document.removeEventListener('input', typed, { capture: true })
}

export const hasUnsavedInput = () => typedAt === location.pathname
