import { type ComponentType, createElement, type ReactNode, Suspense } from 'react'
import { CallError } from './call.ts'
import { slot, useSlot } from './slots.ts'

/** Actions that areas offer on a page whose data was refused with this error code. */
export const refusalActions = slot<{ code: string; Action: ComponentType }>('kit.refusalActions')

/** The action for this error, if any area has one. */
export function useRefusalAction(error: unknown): ReactNode {
  const actions = useSlot(refusalActions)
  const action = error instanceof CallError && actions.find(({ code }) => code === error.code)
  return action ? createElement(Suspense, { fallback: null }, createElement(action.Action)) : undefined
}
