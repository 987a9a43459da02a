import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { hash } from '@node-rs/argon2'
import { expectNone, type Finding, finding } from '../report.ts'
import { type TestInstallation, waitUntil } from '../world.ts'

// The example consumer as a process of its own, which copies the company by HTTP alone.

const SNAPSHOT_MOST_MS = 600_000
const PUBLISHED_MOST_MS = 120_000

export type FeedAccount = { id: string; secret: string }

export async function addFeedAccount({ sql }: TestInstallation, id: string): Promise<FeedAccount> {
  const account = { id, secret: randomBytes(24).toString('base64url') }
  await sql(
    `insert into user_account (kind, username, password_hash, scopes) values ('System', $1, $2, array['events:read'])`,
    account.id,
    await hash(account.secret),
  )
  return account
}

export type Consumer = ReturnType<typeof createConsumer>

export function createConsumer(world: TestInstallation, { id, secret }: FeedAccount) {
  const file = join(world.folder, 'copy.sqlite')
  let child: ChildProcess | undefined
  let ended: Promise<unknown> = Promise.resolve()
  let kills = 0
  const run = (...more: string[]) => {
    child = spawn('python3', ['examples/event-feed-python/follow.py', world.server.base(), id, secret, file, ...more], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const startedChild = child
    process.once('exit', () => startedChild.kill('SIGKILL'))
    ended = new Promise((resolve) => startedChild.once('exit', resolve))
  }
  const kill = async () => {
    if (child?.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      kills++
    }
    await ended
  }
  return {
    file,
    /** The number of kills of the running process. */
    kills: () => kills,
    start: () => run(),
    kill,
    async killAndRestart() {
      await kill()
      run()
    },
    /** Waits until the copy contains its first snapshot. */
    async untilSnapshot() {
      const took = await waitUntil(async () => cursorOf(file) !== undefined, SNAPSHOT_MOST_MS, 200)
      if (!Number.isFinite(took)) throw new Error('The consumer has no snapshot')
      return took
    },
    /** Waits until all events are published, and lets the consumer read the rest of the feed. */
    async finish() {
      const isPublished = async () => (await world.sql('select from event_outbox limit 1')).length === 0
      if (!Number.isFinite(await waitUntil(isPublished, PUBLISHED_MOST_MS, 100)))
        throw new Error('The events were not published')
      child?.kill('SIGKILL')
      await ended
      run('--once')
      await ended
    },
  }
}

function cursorOf(file: string) {
  const copy = new DatabaseSync(file, { readOnly: true })
  try {
    return copy.prepare('select cursor from feed').get()
  } finally {
    copy.close()
  }
}

const kinds = {
  balances: {
    copied: 'select number, points as state from balance where points <> 0 order by number',
    stored: 'select membership_no as number, points::text as state from point_balance where points <> 0',
  },
  'members with their level': {
    copied: `select number, status || '/' || coalesce(category, '') as state from member`,
    stored: `select membership_no as number, status || '/' || coalesce(card_category_code, '') as state from membership`,
  },
  vouchers: {
    copied: `select number, status || '/' || value as state from voucher`,
    stored: `select voucher_no as number, status || '/' || value::text as state from voucher`,
  },
  rewards: {
    copied: `select code as number, member || '/' || status || '/' || coalesce(voucher, '') as state from reward`,
    stored: `select reference_code as number, membership_no || '/' || status || '/' || coalesce(voucher_no, '') as state from customer_reward`,
  },
}

/** Compares the copy with the database to the point. */
export async function compareCopy({ sql }: TestInstallation, { file }: Consumer): Promise<Finding[]> {
  const copy = new DatabaseSync(file, { readOnly: true })
  try {
    const findings: Finding[] = []
    for (const [name, { copied, stored }] of Object.entries(kinds)) {
      const rows = copy.prepare(copied).all()
      const ours = new Map(rows.map(({ number, state }) => [String(number), String(state)]))
      const theirs = await sql<{ number: string; state: string }>(stored)
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
