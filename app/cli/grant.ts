import { grantAllRights } from '#areas/access/server/index.ts'
import { programOrigin } from '#kit/server/origin.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import { type CliCommand, runWithJobContext, UsageError } from './command.ts'

const BY = 'carat grant'

/** Grants an account all rights. Users can grant only rights that they have, but the operator controls the database anyway. */
export const grantCommand: CliCommand = {
  name: 'grant',
  usage: 'USERNAME',
  help: 'Gives an account every role and privilege: for rights that no administrator has, or that a release has brought.',
  async run(args, env) {
    const [username, ...more] = args
    if (!username || more.length > 0) throw new UsageError('Name one account: grant aisha.rahman')
    await runWithJobContext(env, 'grant', async ({ database, timeZone, clock }) => {
      const granted = await inTransaction(database, { origin: programOrigin(BY), timeZone }, (db, atEnd) =>
        grantAllRights({ db, atEnd, now: clock(), by: BY }, username),
      )
      if (!granted) throw new Error(`There is no active account with the user name ${username}`)
      console.log(`${granted.Username} has every role and privilege; ${granted.Given} of them are new`)
    })
  },
}
