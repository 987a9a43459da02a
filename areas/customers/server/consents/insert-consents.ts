import { sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'
import type { ConsentGiven } from '../../contract/consents.ts'

/** Appends what a customer said; the wording is the one in force unless another was shown. */
export async function insertConsents(
  ctx: Ctx,
  CustomerId: number,
  input: readonly ConsentGiven[],
  outletCode: string | null,
) {
  return ctx.db
    .insertInto('CustomerConsent')
    .values(
      input.map(({ Channel, GrantedYN, Source, WordingVersion }) => ({
        CustomerId,
        Channel,
        GrantedYN,
        WordingVersion:
          WordingVersion ??
          sql<string>`coalesce((select value #>> '{}' from setting where name = 'consent.wordingVersion'), '1')`,
        Source,
        OutletCode: outletCode,
        RecordedById: ctx.actor.userId,
        RecordedAt: ctx.now,
      })),
    )
    .returning('ConsentId')
    .execute()
}
