import { createSessionToken, hashSessionToken } from '#areas/access/server/tokens.ts'
import { createKysely, openDatabase } from '#kit/server/database.ts'
import { account } from '#tests/factories/people.ts'
import { type Client, createClient } from './client.ts'
import type { TestInstallation } from './world.ts'

/** Signs in many head office accounts and uses them in rotation, to stay below the call limit of a single account. */
export async function signInCrowd(world: TestInstallation, count: number) {
  const database = openDatabase({ url: world.databaseUrl(), max: 2, applicationName: 'faults' })
  const db = createKysely(database.pool as never)
  const everything = { kind: 'staff', roles: 'all', privileges: 'all', outlet: 'HQ', scopes: [] } as const
  const clients: Client[] = []
  const tokens: string[] = []
  for (let number = 0; number < count; number++) {
    const { userId } = await account(db, everything)
    const token = createSessionToken()
    await world.sql(
      `insert into session (token_hash, audience, user_id, label, created_at, last_seen_at, expires_at)
       values ($1, 'staff', $2, $3, now(), now(), now() + interval '5 hours')`,
      hashSessionToken(token),
      userId,
      // Session labels must be unique across all crowds.
      `fault-${userId}`,
    )
    tokens.push(token)
    clients.push(createClient(world.server.base, token))
  }
  await database.end()
  return {
    tokens,
    of: (index: number) => clients[index % count]!,
    close: () => clients.forEach((one) => void one.close()),
  }
}
