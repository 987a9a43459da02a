import { findDisplayedConsents, insertAmendment, insertConsents } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../contract.ts'
import { readProfile } from './read-profile.ts'
import { lockOwnCustomer } from './update-own-profile.ts'

/** Records the consents that have changed; unchanged consents are not recorded again. */
export async function submitConsents(ctx: Ctx, { Consents }: Input<typeof contract.submitConsents>) {
  const { CustomerId, RegisteredOutletCode } = await lockOwnCustomer(ctx)
  const before = new Map(
    (await findDisplayedConsents(ctx, CustomerId)).map(({ Channel, GrantedYN }) => [Channel, GrantedYN]),
  )
  const latest = [...new Map(Consents.map((consent) => [consent.Channel, consent])).values()]
  const changed = latest.filter(({ Channel, GrantedYN }) => before.get(Channel) !== GrantedYN)
  if (changed.length > 0) {
    const consents = changed.map((consent) => ({ ...consent, Source: 'Self-service' as const }))
    await insertConsents(ctx, CustomerId, consents, RegisteredOutletCode)
    const values = changed.map(({ Channel, GrantedYN }) => ({
      FieldName: `Consent ${Channel}`,
      Previous: before.get(Channel) ?? null,
      Updated: GrantedYN,
    }))
    await insertAmendment(ctx, CustomerId, values, { action: 'Consent', applied: true, review: false })
    ctx.audit('Update Consents', 'Customer', CustomerId, `Update Consents in Self-Service. CustomerId - ${CustomerId}`)
  }
  return readProfile(ctx)
}
