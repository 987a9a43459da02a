import { useSyncExternalStore } from 'react'
import { type CallError, call, setSignedOutHandler } from '#kit/web/call.ts'
import { profile, refusals } from '../contract.ts'
import { basePath, currentPath } from './base-path.ts'
import { isMarkedSignedIn, rememberReturnPath, storeSessionEndReason, unmarkSignedIn } from './stored.ts'

// Handles calls refused with 401. Concurrent calls all wait for the same dialog.

export type SignInQuestion = { error: CallError; answer: (signedInAgain: boolean) => void }

let inSession = false
let requested: SignInQuestion | undefined
let pending: Promise<boolean> | undefined
const watchers = new Set<() => void>()

function setRequested(next: SignInQuestion | undefined) {
  requested = next
  for (const changed of watchers) changed()
}

/** Sets whether the signed-in part of the application is visible. */
export const setSignedInPartVisible = (now: boolean) => {
  inSession = now
}

export function startSignedOutHandling() {
  setSignedOutHandler(async (error) => {
    // The user was not signed in on this page, so SessionGate opens the sign-in page.
    if (!inSession) return false
    if (!hasUnsavedInput()) return reloadToSignIn(error)
    pending ??= new Promise<boolean>((resolve) => setRequested({ error, answer: resolve })).finally(() => {
      pending = undefined
      setRequested(undefined)
    })
    return pending
  })
  // Another tab signed out. Ask the server whether this session has ended too, and why.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === 'auth_token' && newValue === null && inSession) call(profile, {}).catch(() => {})
  })
  // A page from the back-forward cache must not show what the previous user saw.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && inSession && !isMarkedSignedIn()) location.reload()
  })
}

/** Loads the root path, as the specification requires. After signing in the user returns to the current page. */
export function reloadToSignIn(error?: CallError): Promise<never> {
  unmarkSignedIn()
  if (error) storeSignOutReason(error)
  rememberReturnPath(currentPath())
  location.assign(`${basePath}/`)
  // Never resolve, because the page is about to reload and an error would only flicker.
  return new Promise(() => {})
}

/** Stores for the sign-in page who ended the session and when. A plain "sign in" needs no explanation. */
export function storeSignOutReason({ code, message, params }: CallError) {
  if (code !== refusals.required.code) storeSessionEndReason({ code, message, params })
}

/** Returns the pending question to sign in again, if any. */
export const useSignInQuestion = () =>
  useSyncExternalStore(
    (changed) => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    () => requested,
  )

// Tracks whether the user typed input on this page that a reload would lose.
// Listens on the document, so that forms need no code for it.

let typedAt: string | undefined

/** Starts watching input. Returns a function that stops it. */
export function watchUnsavedInput() {
  const typed = (event: Event) => {
    const inPage = event.target instanceof Element && event.target.closest('main, [role="dialog"]')
    if (inPage) typedAt = location.pathname
  }
  document.addEventListener('input', typed, { capture: true })
  return () => document.removeEventListener('input', typed, { capture: true })
}

export const hasUnsavedInput = () => typedAt === location.pathname
