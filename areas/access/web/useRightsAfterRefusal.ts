import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { CallError } from '#kit/web/call.ts'

const isForbidden = (error: unknown) => error instanceof CallError && error.statusCode === 403

/** A refused call may mean that a role was taken away meanwhile: the session is read anew, and the page follows it. */
export function useRightsAfterRefusal(onRefused: () => void) {
  const client = useQueryClient()
  const refused = useEffectEvent(onRefused)
  useEffect(() => {
    const stops = [
      client.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error' && isForbidden(event.action.error)) refused()
      }),
      client.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error' && isForbidden(event.action.error)) refused()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [client])
}
