import { afterEach, describe, expect, test } from 'vitest'
import { backgroundJobs as allJobs } from '#app/server/areas.ts'
import { housekeepingJob } from '#app/server/housekeeping.ts'
import { announce, listenForAnnouncements } from '#kit/server/announcements.ts'
import { jobContext, useApp } from '#tests/harness.ts'
import { limitConcurrency } from './concurrency-limit.ts'
import { transactionTimeouts } from './database.ts'
import { type BackgroundJob, startJobs } from './jobs.ts'
import { inTransaction } from './transaction.ts'

const app = useApp()
const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

const tools = () => jobContext(app, { dataDir: '/nowhere', services: {} as never })

function start(jobs: readonly BackgroundJob[]) {
  const failures: unknown[] = []
  const started = startJobs({ ...tools(), jobs, warn: (error) => failures.push(error) })
  stops.push(started.stop)
  return { ...started, failures }
}

describe('background jobs', () => {
  test('job: a job runs soon after it is triggered, and only once after two triggers', async () => {
    let runs = 0
    const { trigger } = start([{ name: 'count', run: async () => void runs++ }])
    await Promise.all([trigger('count'), trigger('count'), trigger('unknown')])
    await expect.poll(() => runs).toBe(1)
  })

  test('job: a failed run is reported and retried', async () => {
    const { trigger, failures } = start([
      {
        name: 'fails',
        run: async () => {
          throw new Error('not today')
        },
      },
    ])
    await trigger('fails')
    await expect.poll(() => failures.length).toBeGreaterThan(0)
    expect(String(failures[0])).toContain('not today')
    await expect
      .poll(async () => (await app.sql(`select state::text from pgboss.job where name = 'fails'`))[0])
      .toMatchObject({ state: 'retry' })
  })

  test('job: a queue that another version of the program created gets the heartbeat timeout of this version', async () => {
    const long: BackgroundJob = { name: 'long', run: async () => {} }
    const older = start([long])
    await older.ready()
    await older.stop()
    const { ready } = start([{ ...long, heartbeat: 20 }])
    await ready()
    expect(await app.sql(`select heartbeat_seconds as seconds from pgboss.queue where name = 'long'`)).toEqual([
      { seconds: 20 },
    ])
  })

  test('job: if the process of a run has died, the job runs again soon, even if the cached state shows it as running', async () => {
    let runs = 0
    const left: BackgroundJob = { name: 'left', run: async () => void runs++ }
    const dead = start([left])
    await dead.ready()
    await dead.stop()
    await app.sql(`insert into pgboss.job (name, policy, state, retry_limit, started_on, heartbeat_on, heartbeat_seconds)
      values ('left', 'stately', 'active', 5, now() - interval '2 minutes', now() - interval '2 minutes', 60)`)
    await app.sql(
      `update pgboss.queue set singletons_active = array[null::text], monitor_claim_on = now() where name = 'left'`,
    )
    await start([left]).ready()
    await expect.poll(() => runs).toBe(1)
  })

  test('job: every job except the nightly batch must give a heartbeat at least once a minute', async () => {
    await start(allJobs).ready()
    const silent = await app.sql<{ name: string }>(`select name from pgboss.queue
      where name = any ('{${allJobs.map(({ name }) => name).join()}}') and (heartbeat_seconds is null or heartbeat_seconds > 60)`)
    expect(silent).toEqual([{ name: 'night' }])
  })

  test('job: schedules use the business time zone', async () => {
    const { ready } = start(allJobs)
    expect(await ready()).toBe(true)
    const planned = await app.sql<{ name: string; timezone: string }>(
      'select name, cron, timezone from pgboss.schedule order by name',
    )
    expect(planned.filter(({ name }) => name === 'housekeeping')).toMatchObject([
      { cron: '20 2 * * *', timezone: 'Asia/Kuala_Lumpur' },
    ])
    expect(planned.every(({ timezone }) => timezone === 'Asia/Kuala_Lumpur')).toBe(true)
  })
})

test('housekeeping: the job deletes expired keys, challenges and sessions, and no other rows', async () => {
  await app.sql(
    `insert into idempotency_key (owner, key, path, body_hash, created_at) values ('a', 'old', '/', '', now() - interval '8 days'), ('a', 'new', '/', '', now() - interval '6 days')`,
  )
  await app.sql(`insert into rate_limit (key, points, expire) values ('old', 1, 1), ('new', 1, 99999999999999)`)
  await app.sql(`insert into sign_in_challenge (challenge_id, code_hash, sent_to, sent_at, expires_at, created_at)
    select name, ''::bytea, 'x', moment, moment, moment from (values ('old', now() - interval '8 days'), ('new', now())) challenge (name, moment)`)
  await app.sql(`insert into session (token_hash, audience, user_id, label, created_at, last_seen_at, expires_at, ended_at)
    select decode(name, 'escape'), 'staff', (select min(user_id) from user_account), name, now(), now(), now() + interval '1 hour', ended
    from (values ('old', now() - interval '8 days'), ('new', null)) session (name, ended)
    where exists (select from user_account)`)
  for (const job of allJobs.filter(({ name }) => [housekeepingJob.name, 'forget-expired'].includes(name)))
    await job.run(tools())
  expect(await app.sql('select key from idempotency_key')).toEqual([{ key: 'new' }])
  expect(await app.sql('select key from rate_limit')).toEqual([{ key: 'new' }])
  expect(await app.sql('select challenge_id from sign_in_challenge')).toEqual([{ challenge_id: 'new' }])
  expect(await app.sql(`select label from session where label in ('old', 'new')`)).not.toContainEqual({ label: 'old' })
})

describe('messages between processes', () => {
  const origin = { userId: null, name: 'test', outletCode: null, session: null, ip: null, requestId: 'test' }

  test('message between processes: is delivered when its transaction commits, and never after a rollback', async () => {
    const received: string[] = []
    let gaps = 0
    const listener = listenForAnnouncements(
      app.url,
      ({ channel, id }) => void received.push(`${channel} ${id}`),
      () => void gaps++,
    )
    stops.push(listener.stop)
    await listener.ready
    expect(gaps).toBe(1)
    const change = (id: string, fails: boolean) =>
      inTransaction(app.database, { origin, timeZone: 'UTC', limits: transactionTimeouts.call }, async (db) => {
        await announce({ db }, 'setting', id)
        if (fails) throw new Error('no')
      })
    await expect(change('lost', true)).rejects.toThrow('no')
    await change('a:b', false)
    await expect.poll(() => received).toEqual(['setting a:b'])
  })

  test('message between processes: the listener connects again after a broken connection', async () => {
    const received: string[] = []
    let gaps = 0
    const listener = listenForAnnouncements(
      app.url,
      ({ id }) => void received.push(id),
      () => void gaps++,
    )
    stops.push(listener.stop)
    await listener.ready
    await app.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'carat listen' and datname = current_database()`,
    )
    await expect.poll(() => gaps).toBe(2)
    await announce(app, 'setting', 'again')
    await expect.poll(() => received).toEqual(['again'])
  })

  test.each([
    ['ending a session', `update session set ended_at = now() where session_id = $1`, 'session'],
    [
      'disabling an account',
      `update user_account set status = 'Disabled' where user_id = (select user_id from session where session_id = $1)`,
      'user',
    ],
    [
      'taking a role',
      `delete from user_role where user_id = (select user_id from session where session_id = $1)`,
      'user',
    ],
  ])('message between processes: %s notifies every process', async (_, statement, channel) => {
    const received: string[] = []
    const listener = listenForAnnouncements(
      app.url,
      (announcement) => void received.push(announcement.channel),
      () => {},
    )
    stops.push(listener.stop)
    await listener.ready
    const { userId } = await app.token({
      kind: 'staff',
      roles: ['Feedback'],
      privileges: [],
      outlet: 'KLCC',
      scopes: [],
    })
    const [row] = await app.sql<{ session_id: number }>('select session_id from session where user_id = $1', userId)
    await app.sql(statement, row!.session_id)
    await expect.poll(() => received).toContain(channel)
  })
})

describe('limit of concurrent work', () => {
  test('concurrency limit: if the database is unavailable, all queued work fails at once', async () => {
    const limited = limitConcurrency(1)
    const away = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
    const outcomes = await Promise.allSettled([
      limited(async () => {
        await new Promise((resolve) => setTimeout(resolve, 5))
        throw away
      }),
      limited(async () => 'never'),
      limited(async () => 'never'),
    ])
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason)).toEqual([away, away, away])
    expect(await limited(async () => 'again')).toBe('again')
  })

  test('concurrency limit: at most the configured number of tasks run at once, in order of arrival', async () => {
    const limited = limitConcurrency(2)
    let running = 0
    let most = 0
    const order: number[] = []
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        limited(async () => {
          most = Math.max(most, ++running)
          await new Promise((resolve) => setTimeout(resolve, 5))
          order.push(index)
          running--
          if (index === 3) throw new Error('fails')
        }).catch(() => {}),
      ),
    )
    expect(most).toBe(2)
    expect(order).toEqual([...order].sort((one, other) => one - other))
    expect(order).toHaveLength(10)
  })

  test('concurrency limit: a caller who has reached their own limit is overtaken by others', async () => {
    const limited = limitConcurrency(3, { maxPerCaller: 2 })
    const begun: string[] = []
    const ends = new Map<string, () => void>()
    const start = (name: string, caller: number) =>
      limited(
        () =>
          new Promise<void>((resolve) => {
            begun.push(name)
            ends.set(name, resolve)
          }),
        caller,
      )
    const all = [start('a1', 1), start('a2', 1), start('a3', 1), start('b1', 2), start('c1', 3)]
    await expect.poll(() => begun).toEqual(['a1', 'a2', 'b1'])
    // When b1 ends, c1 overtakes a3, because the caller of a3 already runs two pieces of work.
    ends.get('b1')!()
    await expect.poll(() => begun).toEqual(['a1', 'a2', 'b1', 'c1'])
    ends.get('a1')!()
    await expect.poll(() => begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3'])
    for (const name of ['a2', 'a3', 'c1']) ends.get(name)!()
    await Promise.all(all)
  })
})
