import type { ServerJobContext } from '#kit/server/job-context.ts'
import type { BackgroundJob } from '#kit/server/jobs.ts'

/** Deletes expired sessions, codes and counters, and networks that programs left. Login activities stay. */
export const expiredDataCleanUpJob: BackgroundJob = { name: 'forget-expired', schedule: '40 2 * * *', run }

/** A network that a program left longer ago is new again. */
const NETWORK_DAYS = 365

async function run({ database, clock }: ServerJobContext) {
  const now = clock()
  await database.pool.query(
    `delete from session where least(expires_at, ended_at) < $1::timestamptz - interval '7 days'`,
    [now],
  )
  await database.pool.query(`delete from sign_in_challenge where expires_at < $1::timestamptz - interval '7 days'`, [
    now,
  ])
  await database.pool.query(`delete from passkey_challenge where expires_at < $1::timestamptz - interval '7 days'`, [
    now,
  ])
  await database.pool.query(`delete from provider_sign_in where expires_at < $1::timestamptz - interval '7 days'`, [
    now,
  ])
  await database.pool.query(`delete from identity_request where expires_at < $1::timestamptz - interval '7 days'`, [
    now,
  ])
  await database.pool.query(
    `delete from system_network where last_seen_at < $1::timestamptz - make_interval(days => $2)`,
    [now, NETWORK_DAYS],
  )
  await database.pool.query('delete from rate_limit where expire < $1', [now.getTime()])
}
