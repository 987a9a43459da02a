import type { Ctx } from '#kit/server/ctx.ts'
import type { OwnCard } from '../../contract.ts'
import { googleLink } from './google-link.ts'

/** Which buttons the card has; without a setting there is none. */
export function walletsOf(ctx: Ctx, card: Omit<OwnCard, 'Wallets'>): OwnCard['Wallets'] {
  const { apple = null, google = null } = ctx.services.wallets ?? {}
  return { AppleYN: apple ? 'Y' : 'N', GoogleUrl: google && googleLink(card, google, ctx) }
}
