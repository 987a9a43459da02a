import type { SignInProvider } from '#kit/server/ctx.ts'
import type { Database } from '#kit/server/database.ts'
import { programNamed } from '#kit/server/signed.ts'
import { inTransaction } from '#kit/server/transaction.ts'

/** In the demo every account with a password is known at the demo's provider by its user name. */
export async function linkDemoAccounts(database: Database, { name, issuer }: SignInProvider, timeZone: string) {
  await inTransaction(database, { origin: programNamed('demo'), timeZone }, (db) =>
    db
      .insertInto('UserIdentity')
      .columns(['UserId', 'Provider', 'Issuer', 'Subject', 'LinkedAt'])
      .expression((eb) =>
        eb
          .selectFrom('UserAccount')
          .where('Kind', '=', 'Staff')
          .where('Status', '=', 'Active')
          .where('PasswordHash', 'is not', null)
          .select(['UserId', eb.val(name).as('Provider'), eb.val(issuer).as('Issuer'), 'Username as Subject'])
          .select(({ fn }) => fn<string>('now').as('LinkedAt')),
      )
      .onConflict((oc) => oc.columns(['Issuer', 'Subject']).doNothing())
      .execute(),
  )
}
