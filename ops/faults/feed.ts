import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { hash } from '@node-rs/argon2'
import { seedLargeCompany } from '#app/demo/large.ts'
import { openClient } from '#kit/server/database.ts'
import { seeded } from '#tests/factories/generated-bodies.ts'
import { evaluateAwards, startAwards } from './awards.ts'
import { expectNone, type Finding, finding, type Options } from './report.ts'
import { openTestInstallation, type TestInstallation } from './world.ts'

// A consumer with nothing but a snapshot and the event feed copies a company, while server and consumer are killed.

/** The feed is empty for so long before the last events are counted as lost. */
const QUIET_ROUNDS = 100

export async function rebuildFromFeed({ short, log }: Options): Promise<Finding[]> {
  const size = short ? { customers: 2_000, sales: 4_000 } : { customers: 200_000, sales: 400_000 }
  const count = short ? 500 : 10_000
  const kills = short ? 5 : 50
  const random = seeded(7)
  const world = await openTestInstallation()
  const consumer = startConsumer(world, await addConsumer(world))
  try {
    await addCompany(world, size, log)
    consumer.start()
    const awards = await startAwards(world, { count, tills: 40 })
    const moments = Array.from({ length: kills }, () => Math.floor(random() * count * 0.95)).sort((a, b) => a - b)
    for (const [index, moment] of moments.entries()) {
      while (awards.count() < moment) await sleep(5)
      await sleep(random() * 50)
      // Every third kill hits both, the others alternate.
      if (index % 3 !== 1) {
        await world.server.end('SIGKILL')
        await world.server.start()
      }
      if (index % 3 !== 0) await consumer.kill()
      if (index % 10 === 9) log(`killed ${index + 1} times, ${awards.count()} awards`)
    }
    await awards.done
    await consumer.finish()
    return [
      finding('kills of server and consumer', String(kills), moments.length, moments.length === kills),
      ...(await evaluateAwards(world, awards, { count })),
      ...(await compareCopy(world, consumer.file)),
    ]
  } finally {
    await consumer.kill(false)
    await world.close()
  }
}

async function addCompany(world: TestInstallation, size: { customers: number; sales: number }, log: Options['log']) {
  await world.server.end('SIGTERM')
  const client = await openClient(world.databaseUrl(), 'carat faults')
  try {
    await seedLargeCompany(client, size, log)
  } finally {
    await client.end()
  }
  await world.server.start()
}

type Account = { id: string; secret: string }

async function addConsumer(world: TestInstallation): Promise<Account> {
  const account = { id: 'feed-consumer', secret: randomBytes(24).toString('base64url') }
  await world.sql(
    `insert into user_account (kind, username, password_hash, scopes) values ('System', $1, $2, array['events:read'])`,
    account.id,
    await hash(account.secret),
  )
  return account
}

/** The example consumer as a process of its own, which is started again after each kill. */
function startConsumer(world: TestInstallation, { id, secret }: Account) {
  const file = join(world.folder, 'copy.sqlite')
  let child: ChildProcess | undefined
  let ended: Promise<unknown> = Promise.resolve()
  const run = (...more: string[]) => {
    child = spawn('python3', ['examples/event-feed-python/follow.py', world.server.base(), id, secret, file, ...more], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    ended = new Promise((resolve) => child!.once('exit', resolve))
  }
  return {
    file,
    start: () => run(),
    async kill(again = true) {
      child?.kill('SIGKILL')
      await ended
      if (again) run()
    },
    /** Waits until all events are published, and lets the consumer read the rest of the feed. */
    async finish() {
      for (let round = 0; round < QUIET_ROUNDS; round++) {
        const [{ waiting }] = (await world.sql<{ waiting: string }>(
          'select count(*) as waiting from event_outbox',
        )) as [{ waiting: string }]
        if (waiting === '0') break
        await sleep(100)
      }
      child?.kill('SIGKILL')
      await ended
      run('--once')
      await ended
    },
  }
}

/** Compares the copy with the database to the point. */
async function compareCopy(world: TestInstallation, file: string): Promise<Finding[]> {
  const copy = new DatabaseSync(file, { readOnly: true })
  const kinds = {
    balances: {
      copied: 'select number, points as state from balance where points <> 0 order by number',
      stored:
        'select membership_no as number, points::text as state from point_balance where points <> 0 order by membership_no collate "C"',
    },
    'members with their level': {
      copied: `select number, status || '/' || coalesce(category, '') as state from member order by number`,
      stored: `select membership_no as number, status || '/' || coalesce(card_category_code, '') as state from membership order by membership_no collate "C"`,
    },
    vouchers: {
      copied: `select number, status || '/' || value as state from voucher order by number`,
      stored: `select voucher_no as number, status || '/' || value::text as state from voucher order by voucher_no collate "C"`,
    },
  }
  try {
    const findings: Finding[] = []
    for (const [name, { copied, stored }] of Object.entries(kinds)) {
      const ours = new Map(
        copy
          .prepare(copied)
          .all()
          .map(({ number, state }) => [String(number), String(state)]),
      )
      const theirs = await world.sql<{ number: string; state: string }>(stored)
      const different = theirs.filter(({ number, state }) => ours.get(number) !== state)
      findings.push(
        finding(`${name} in the copy`, String(theirs.length), ours.size, ours.size === theirs.length),
        expectNone(`${name} that differ`, different.length, different),
      )
    }
    return findings
  } finally {
    copy.close()
  }
}
