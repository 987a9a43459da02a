import { useSyncExternalStore } from 'react'
import { type CallError, whenSignedOut } from '#kit/web/call.ts'
import { basePath, presentPath } from './base-path.ts'
import { rememberPlace, unmarkSignedIn } from './stored.ts'
import { hasTypedWork } from './typed-work.ts'

// What happens when a call is answered with 401. Several calls may be at once: they all wait for one dialog.

export type SignInQuestion = { error: CallError; answer: (signedInAgain: boolean) => void }

let inSession = false
let asked: SignInQuestion | undefined
let pending: Promise<boolean> | undefined
const watchers = new Set<() => void>()

function setAsked(next: SignInQuestion | undefined) {
  asked = next
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
    if (!hasTypedWork()) return leave()
    pending ??= new Promise<boolean>((resolve) => setAsked({ error, answer: resolve })).finally(() => {
      pending = undefined
      setAsked(undefined)
    })
    return pending
  })
}

/** To the root path, as the specification says; the sign-in page brings the user back to where they were. */
export function leave(): Promise<never> {
  unmarkSignedIn()
  rememberPlace(presentPath())
  location.assign(`${basePath}/`)
  // Never answers: the page is about to be loaded anew, and an error shown meanwhile would only flicker.
  return new Promise(() => {})
}

/** The question "please sign in again", while it stands. */
export const useSignInQuestion = () =>
  useSyncExternalStore(
    (changed) => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    () => asked,
  )
