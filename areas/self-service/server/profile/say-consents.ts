import { insertConsents, ownConsents, writeAmendment } from '#areas/customers/server/index.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../contract.ts'
import { readProfile } from './read-profile.ts'
import { lockOwn } from './update-profile.ts'

/** Appends what the customer says now; what they had said already is not written a second time. */
export async function sayConsents(ctx: Ctx, { Consents }: Input<typeof contract.sayConsents>) {
  const { CustomerId, RegisteredOutletCode } = await lockOwn(ctx)
  const before = new Map((await ownConsents(ctx, CustomerId)).map(({ Channel, GrantedYN }) => [Channel, GrantedYN]))
  const said = [...new Map(Consents.map((one) => [one.Channel, one])).values()]
  const changed = said.filter(({ Channel, GrantedYN }) => before.get(Channel) !== GrantedYN)
  if (changed.length > 0) {
    const given = changed.map((one) => ({ ...one, Source: 'Self-service' as const }))
    await insertConsents(ctx, CustomerId, given, RegisteredOutletCode)
    const values = changed.map(({ Channel, GrantedYN }) => ({
      FieldName: `Consent ${Channel}`,
      Previous: before.get(Channel) ?? null,
      Updated: GrantedYN,
    }))
    await writeAmendment(ctx, CustomerId, values, { action: 'Consent', applied: true, review: false })
    ctx.audit('Update Consents', 'Customer', CustomerId, `Update Consents in Self-Service. CustomerId - ${CustomerId}`)
  }
  return readProfile(ctx)
}
