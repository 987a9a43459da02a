import { type ComponentType, createElement, type ReactNode, Suspense } from 'react'
import { CallError } from './call.ts'
import { defineSlot, useSlot } from './slots.ts'

/** Actions that areas offer by error code, for pages whose data the server refused. */
export const refusalActions = defineSlot<{ code: string; Action: ComponentType }>('kit.refusalActions')

/** Returns the action that an area offers for an error code, or undefined. */
export function useRefusalAction(error: unknown): ReactNode {
  const actions = useSlot(refusalActions)
  const action = error instanceof CallError && actions.find(({ code }) => code === error.code)
  return action ? createElement(Suspense, { fallback: null }, createElement(action.Action)) : undefined
}
