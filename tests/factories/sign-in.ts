import { hash } from '@node-rs/argon2'
import { signIn, verifySignIn } from '#areas/access/contract.ts'
import { writeWanted } from '#kit/server/wanted.ts'
import { staffWith, type TestApp } from '../harness.ts'
import { jobContext } from '../test-app.ts'
import { account, nextNumber } from './people.ts'

// Accounts that sign in as people do, where the sign-in itself is what is tested.

export const password = 'a pearl for the counter'
// Cheaper than the real parameters, which are read from the hash: these tests are about other things.
const passwordHash = hash(password, { memoryCost: 1024, timeCost: 1, parallelism: 1 })

export type SignedUp = { userId: number; username: string; email: string }

/** An account with a password and an address for its codes. */
export async function signedUp(app: TestApp, rights: Parameters<typeof staffWith>[0] = {}): Promise<SignedUp> {
  const username = `aisha.${nextNumber()}`
  const { userId, staffId } = await account(app.db, staffWith(rights), {
    Username: username,
    PasswordHash: await passwordHash,
  })
  const { Email } = await app.db
    .selectFrom('Staff')
    .select('Email')
    .where('StaffId', '=', staffId!)
    .executeTakeFirstOrThrow()
  return { userId, username, email: Email! }
}

/** As if the moment after an answer were over, in which a running server writes what strangers asked for. */
export async function wantedWritten(app: TestApp) {
  const waiting = () => app.sql('select 1 from message_wanted where next_try_at <= $1', app.clock.now())
  // Another server of the test may just be at it.
  while ((await waiting()).length > 0)
    await writeWanted(jobContext(app), (error) => {
      throw error
    })
}

/** The latest code that arrived there. */
export async function codeSentTo(app: TestApp, email: string): Promise<string> {
  await wantedWritten(app)
  const [message] = await app.sql<{ body: string }>(
    'select body from outbox_message where recipient = $1 order by created_at desc limit 1',
    email,
  )
  return /\d{6}/.exec(message!.body)![0]
}

/** As if the minute between two codes were over. */
export const forgetSends = (app: TestApp) => app.sql(`delete from rate_limit where starts_with(key, 'mail ')`)

export async function signInAs(app: TestApp, user: SignedUp, headers: Record<string, string> = {}) {
  await forgetSends(app)
  const requested = await app.call(signIn, { Username: user.username, Password: password }, { as: null, headers })
  return app.call(
    verifySignIn,
    { ChallengeId: requested.body.ChallengeId, Code: await codeSentTo(app, user.email) },
    { as: null, headers },
  )
}
