import { useSyncExternalStore } from 'react'
import { type CallError, call, whenSignedOut } from '#kit/web/call.ts'
import { profile, refusals } from '../contract.ts'
import { basePath, presentPath } from './base-path.ts'
import { isMarkedSignedIn, rememberPlace, rememberReason, unmarkSignedIn } from './stored.ts'

// What happens when a call is answered with 401. Several calls may be at once: they all wait for one dialog.

export type SignInQuestion = { error: CallError; answer: (signedInAgain: boolean) => void }

let inSession = false
let requested: SignInQuestion | undefined
let pending: Promise<boolean> | undefined
const watchers = new Set<() => void>()

function setRequested(next: SignInQuestion | undefined) {
  requested = next
  for (const changed of watchers) changed()
}

/** The signed-in part of the application is on the screen (or no longer is). */
export const setInSession = (now: boolean) => {
  inSession = now
}

export function startSignedOutHandling() {
  whenSignedOut(async (error) => {
    // Nobody was signed in on this page: the gate leads to the sign-in page.
    if (!inSession) return false
    if (!hasUnsavedInput()) return leave(error)
    pending ??= new Promise<boolean>((resolve) => setRequested({ error, answer: resolve })).finally(() => {
      pending = undefined
      setRequested(undefined)
    })
    return pending
  })
  // Another tab was signed out: this one asks the server whether it is too, and why.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === 'auth_token' && newValue === null && inSession) call(profile, {}).catch(() => {})
  })
  // A page that the browser kept behind its back button must not show what somebody who left had seen.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && inSession && !isMarkedSignedIn()) location.reload()
  })
}

/** To the root path, as the specification says; the sign-in page brings the user back to where they were. */
export function leave(error?: CallError): Promise<never> {
  unmarkSignedIn()
  if (error) noteReason(error)
  rememberPlace(presentPath())
  location.assign(`${basePath}/`)
  // Never answers: the page is about to be loaded again, and an error shown meanwhile would only flicker.
  return new Promise(() => {})
}

/** Who ended a session, and when, is shown at the sign-in page; that one has to sign in is seen there anyway. */
export function noteReason({ code, message, params }: CallError) {
  if (code !== refusals.required.code) rememberReason({ code, message, params })
}

/** The question "please sign in again", while it stands. */
export const useSignInQuestion = () =>
  useSyncExternalStore(
    (changed) => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    () => requested,
  )

// Whether somebody typed something on the present page that a reload would lose. Asking the document instead of each
// form covers forms that nobody thought of.

let typedAt: string | undefined

/** Starts watching; answers how to stop. */
export function watchUnsavedInput() {
  const typed = (event: Event) => {
    const inPage = event.target instanceof Element && event.target.closest('main, [role="dialog"]')
    if (inPage) typedAt = location.pathname
  }
  document.addEventListener('input', typed, { capture: true })
  return () => document.removeEventListener('input', typed, { capture: true })
}

export const hasUnsavedInput = () => typedAt === location.pathname
