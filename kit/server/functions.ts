import { sql } from 'kysely'
import { type Functions, signatures } from '#db/functions.ts'
import type { Db } from './ctx.ts'
import { mapDatabaseRefusal, type RefusalFactories } from './database-refusal.ts'
import { toColumnName } from './names.ts'

type Call<Signature extends Functions[keyof Functions]> = (
  db: Db,
  args: Signature['Args'],
  ...refusals: [Signature['Refusal']] extends [never] ? [] : [RefusalFactories<Signature['Refusal']>]
) => Promise<Signature['Result']>

/**
 * The SQL functions that the program calls; run `npm run generate` after calling a new one.
 * A database function throws the refusal that its SQL raises by name.
 */
export const databaseFunctions = Object.fromEntries(
  Object.keys(signatures).map((name) => [
    name,
    (db: Db, args: Record<string, unknown>, refusals: RefusalFactories = {}) =>
      mapDatabaseRefusal(call(db, name as keyof Functions, args), refusals),
  ]),
) as unknown as { [Name in keyof Functions]: Call<Functions[Name]> }

async function call(db: Db, name: keyof Functions, args: Record<string, unknown>) {
  const { returns, args: types } = signatures[name]
  const list = Object.entries(types)
    .filter(([arg]) => args[arg] !== undefined)
    .map(([arg, type]) => {
      const value = type === 'jsonb' && args[arg] !== null ? JSON.stringify(args[arg]) : args[arg]
      return sql`${sql.raw(`"${toColumnName(arg)}"`)} => ${value}::${sql.raw(type)}`
    })
  const statement = sql`${sql.raw(toColumnName(name))}(${sql.join(list)})`
  if (returns === 'row' || returns === 'rows') {
    const { rows } = await sql`select * from ${statement}`.execute(db)
    return returns === 'rows' ? rows : rows[0]
  }
  const { rows } = await sql<{ Result: unknown }>`select ${statement} as result`.execute(db)
  return returns === 'values' ? rows.map(({ Result }) => Result) : rows[0]!.Result
}
