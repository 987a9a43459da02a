import { hash } from '@node-rs/argon2'
import { signIn, verifySignIn } from '#areas/access/contract.ts'
import { writeDeferredMessages } from '#kit/server/deferred-messages.ts'
import { staffWith, type TestApp } from '../harness.ts'
import { jobContext } from '../test-app.ts'
import { account, nextNumber } from './people.ts'

// Creates accounts that sign in with password and code.

export const password = 'a pearl for the counter'
// Uses a cheaper password hash than production, because these tests do not test hashing.
const passwordHash = hash(password, { memoryCost: 1024, timeCost: 1, parallelism: 1 })

export type SignedUp = { userId: number; username: string; email: string }

/** An account with a password and an address for its codes. */
export async function createSignInAccount(
  app: TestApp,
  rights: Parameters<typeof staffWith>[0] = {},
): Promise<SignedUp> {
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

/** Sends the messages that unauthenticated callers requested, which a server does shortly after its reply. */
export async function sendRequestedMessages(app: TestApp) {
  const dueMessages = () => app.sql('select 1 from message_wanted where next_try_at <= $1', app.clock.now())
  // Repeats, because another server of the test may be sending these messages at the same time.
  while ((await dueMessages()).length > 0)
    await writeDeferredMessages(jobContext(app), (error) => {
      throw error
    })
}

/** The latest code in the inbox. */
export async function codeSentTo(app: TestApp, email: string): Promise<string> {
  await sendRequestedMessages(app)
  const [message] = await app.sql<{ body: string }>(
    'select body from outbox_message where recipient = $1 order by created_at desc limit 1',
    email,
  )
  return /\d{6}/.exec(message!.body)![0]
}

/** Removes the minimum interval between two codes. */
export const clearCodeInterval = (app: TestApp) => app.sql(`delete from rate_limit where starts_with(key, 'mail ')`)

export async function signInAs(app: TestApp, user: SignedUp, headers: Record<string, string> = {}) {
  await clearCodeInterval(app)
  const requested = await app.call(signIn, { Username: user.username, Password: password }, { as: null, headers })
  return app.call(
    verifySignIn,
    { ChallengeId: requested.body.ChallengeId, Code: await codeSentTo(app, user.email) },
    { as: null, headers },
  )
}
