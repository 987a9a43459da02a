import type { Actor } from '#kit/server/ctx.ts'
import { refusals } from '../contract.ts'

/** Refuses an account that is bound to outlets, because the feed, its snapshots and its lists cover all outlets. */
export function refuseBoundAccount({ outletCodes = [] }: Pick<Actor, 'outletCodes'>): void {
  if (outletCodes.length > 0) throw refusals.boundAccount()
}
