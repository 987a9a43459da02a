import type { RefusalKind } from '#kit/contract/refusal.ts'
import type { Ctx } from '#kit/server/ctx.ts'

/** The outlet whose lists the caller may browse; null means all. Full identifiers work across outlets all the same. */
export const browsedOutlet = ({ actor }: Ctx) =>
  actor.isHQ || actor.kind === 'system' ? null : (actor.outletCode ?? '')

/** What can't be taken back is for the outlet that registered the customer, and for head office. */
export function refuseForeign(ctx: Ctx, registeredOutlet: string, refused: RefusalKind) {
  const own = browsedOutlet(ctx)
  if (own !== null && own !== registeredOutlet) throw (refused as () => Error)()
}

/**
 * The outlet a list is narrowed to. HQ may name any, and HQ itself means no filter; everybody else is kept to his own
 * whatever the body says.
 */
export function askedOutlet(ctx: Ctx, asked: string | undefined, refused: RefusalKind): string | null {
  const own = browsedOutlet(ctx)
  const code = asked?.toUpperCase()
  if (own === null) return code && code !== 'HQ' ? code : null
  if (code && code !== own) throw (refused as () => Error)()
  return own
}
