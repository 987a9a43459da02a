import type { Ctx } from '#kit/server/ctx.ts'
import type { OwnCard } from '../../contract.ts'
import { createGoogleLink } from './google-link.ts'

/** Returns the wallets for which the card has buttons; none if no wallet is configured. */
export function describeCardWallets(ctx: Ctx, card: Omit<OwnCard, 'Wallets'>): OwnCard['Wallets'] {
  const { apple = null, google = null } = ctx.services.wallets ?? {}
  return { AppleYN: apple ? 'Y' : 'N', GoogleUrl: google && createGoogleLink(card, google, ctx) }
}
