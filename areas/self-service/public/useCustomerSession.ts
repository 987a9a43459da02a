import { useRead } from '#kit/public/useRead.ts'
import { CallError } from '#kit/web/call.ts'
import { getCustomerSession } from '../contract.ts'

/** Returns the customer session of this browser; undefined if there is none. */
export function useCustomerSession() {
  const read = useRead(getCustomerSession, {})
  const isOver = read.error instanceof CallError && [401, 403].includes(read.error.statusCode)
  return { ...read, isOver }
}

export const isSessionOverError = (error: unknown) => error instanceof CallError && error.statusCode === 401
