import { sql } from 'kysely'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../../contract/consents.ts'
import type { Consent } from '../../contract/consents.ts'
import { lockEditableCustomer } from '../lock-customer.ts'
import { consentColumns } from './consents.ts'
import { insertConsents } from './insert-consents.ts'

/** Records a consent or a withdrawal. By law the customer can withdraw even the service consent. */
export async function addConsent(ctx: Ctx, { CustomerId, ...input }: Input<typeof contract.addConsent>) {
  const customer = await lockEditableCustomer(ctx, CustomerId)

  const [added] = await insertConsents(ctx, CustomerId, [input], ctx.actor.outletCode ?? customer.RegisteredOutletCode)

  ctx.audit(
    'Create Customer Consent',
    'Customer',
    CustomerId,
    `Create Customer Consent in Customer. ConsentId - ${added!.ConsentId}`,
  )
  const { rows } = await sql<Consent>`
    select ${consentColumns} from customer_consent consent where consent.consent_id = ${added!.ConsentId}`.execute(
    ctx.db,
  )
  return rows[0]!
}
