import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'

/** An SQL condition: the column contains an account of the caller's person (areas/access/sql/same_person.sql). */
export const isAccountOfCallerSql = ({ actor, now }: Pick<Ctx, 'actor' | 'now'>, column: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`coalesce(${sql.ref(column)} = any(array(select accounts_of_person(${actor.userId}::bigint, ${now}::timestamptz))), false)`

/** True if the account belongs to the same person as the caller. */
export async function isSamePerson(ctx: Ctx, UserId: number | null): Promise<boolean> {
  if (UserId === null || UserId === ctx.actor.userId) return UserId !== null
  const { rows } = await sql<{ Same: boolean }>`
    select ${UserId}::bigint in (select accounts_of_person(${ctx.actor.userId}::bigint, ${ctx.now}::timestamptz)) as same`.execute(
    ctx.db,
  )
  return rows[0]!.Same
}
