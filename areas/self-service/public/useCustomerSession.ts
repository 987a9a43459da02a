import { useRead } from '#kit/public/useRead.ts'
import { CallError } from '#kit/web/call.ts'
import { getVisit } from '../contract.ts'

/** The session of this browser, or that there is none. */
export function useCustomerSession() {
  const read = useRead(getVisit, {})
  const isOver = read.error instanceof CallError && [401, 403].includes(read.error.statusCode)
  return { ...read, isOver }
}

export const isOver = (error: unknown) => error instanceof CallError && error.statusCode === 401
