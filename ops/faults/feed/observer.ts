import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { API, createClient } from '../client.ts'
import { atMost, expectNone, type Finding, finding, percentile } from '../report.ts'
import type { TestInstallation } from '../world.ts'
import type { FeedAccount } from './consumer.ts'

// A second consumer, which waits for events by long polling and is never killed.
// It proves that the feed has no gaps, and measures the time from a commit to its delivery.

const FLOOR_POLL_MS = 5
const DELIVERY_MOST_MS = 1_000

type ObservedEvent = {
  Cursor: string
  Type: string
  MembershipNo: string | null
  MemberSequence: number | null
  Data: { TransactionId?: number; InvoiceNo?: string | null; ReferenceCode?: string | null }
}

export type Observer = ReturnType<typeof startObserver>

class UnexpectedAnswer extends Error {}

/** Follows the feed from its end. Calls that get no answer, as from a killed server, are repeated. */
export function startObserver(world: TestInstallation, { id, secret }: FeedAccount) {
  const saleArrivals = new Map<number, number>()
  const types = new Map<string, number>()
  const lastOfMember = new Map<string, number>()
  const markers = new Map<string, number>()
  const gaps: string[] = []
  let position: number | undefined
  let stopped = false

  const note = ({ Cursor, Type, MembershipNo, MemberSequence, Data }: ObservedEvent, now: number) => {
    types.set(Type, (types.get(Type) ?? 0) + 1)
    const next = Number(Cursor.split('_')[1])
    if (position !== undefined && next !== position + 1) gaps.push(`position ${next} follows ${position}`)
    position = next
    if (MembershipNo !== null && MemberSequence !== null) {
      const last = lastOfMember.get(MembershipNo)
      if (last !== undefined && MemberSequence !== last + 1)
        gaps.push(`${MembershipNo}: ${MemberSequence} follows ${last}`)
      lastOfMember.set(MembershipNo, MemberSequence)
    }
    if (Type === 'sale.entered') saleArrivals.set(Data.TransactionId!, now)
    for (const text of [Data.InvoiceNo, Data.ReferenceCode])
      if (text && /^(LATE|ROLLED)-/.test(text)) markers.set(text, (markers.get(text) ?? 0) + 1)
  }

  const follow = async () => {
    let cursor: string | undefined
    let http = createClient(world.server.base)
    let signedIn = false
    while (!stopped) {
      try {
        if (!signedIn) {
          http.close()
          http = createClient(world.server.base, await tokenOf(world.server.base(), id, secret))
          signedIn = true
        }
        // The first call has a type that does not occur, so it returns the end of the feed.
        const query = cursor ? `after=${cursor}&limit=1000&wait=25` : 'types=customer.erased&wait=0'
        const { status, body } = await http.call(`${API}/events?${query}`)
        if (status === 401) signedIn = false
        else if (status === 200) {
          const now = Date.now()
          if (cursor === undefined) position = Number((body.Cursor as string).split('_')[1])
          for (const event of body.Events as ObservedEvent[]) note(event, now)
          cursor = body.Cursor as string
        } else if (status !== 503 && status !== 429)
          throw new UnexpectedAnswer(`The feed answered ${status} ${JSON.stringify(body)}`)
      } catch (error) {
        if (error instanceof UnexpectedAnswer) throw error
        await sleep(50)
      }
    }
    http.close()
  }
  const following = follow()
  following.catch(() => {})
  return {
    saleArrivals,
    types,
    markers,
    isReady: () => position !== undefined,
    position: () => position ?? 0,
    async stop() {
      stopped = true
      await following
    },
    /** Gaps and repetitions in positions of the feed and in the numbers of a member. */
    gaps: () => gaps,
  }
}

async function tokenOf(base: string, id: string, secret: string): Promise<string> {
  const reply = await fetch(`${base}/oauth/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  })
  if (!reply.ok) throw new Error(`No token: ${reply.status}`)
  return ((await reply.json()) as { access_token: string }).access_token
}

/**
 * The floor of the same machine: a bare database connection that looks for new sales every few milliseconds.
 * Resolves to the time at which each sale was first visible.
 */
export async function startFloor(url: string) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const seen = new Map<number, number>()
  let stopped = false
  const [{ last }] = (
    await client.query('select coalesce(max(transaction_id), 0)::float8 as last from transaction_summary')
  ).rows as [{ last: number }]
  const look = async () => {
    while (!stopped) {
      const { rows } = await client.query({
        name: 'new sales',
        text: 'select transaction_id::float8 as id from transaction_summary where transaction_id > $1 order by transaction_id desc limit 300',
        values: [last],
      })
      const now = Date.now()
      for (const { id } of rows) if (!seen.has(id)) seen.set(id, now)
      await sleep(FLOOR_POLL_MS)
    }
    await client.end()
  }
  const looking = look()
  return {
    seen,
    async stop() {
      stopped = true
      await looking
    },
  }
}

/** Compares the commit times that PostgreSQL recorded with the arrivals at the observer and at the bare connection. */
export async function measureDelivery(
  { sql }: TestInstallation,
  prefix: string,
  arrivals: ReadonlyMap<number, number>,
  floor: ReadonlyMap<number, number>,
): Promise<Finding[]> {
  const commits = await sql<{ id: number; at: number; published: number }>(
    `select transaction_id::float8 as id, extract(epoch from pg_xact_commit_timestamp(sale.xmin))::float8 * 1000 as at,
       extract(epoch from event.published_at)::float8 * 1000 as published
     from transaction_summary sale left join event on event.type = 'sale.entered' and event.data->'TransactionId' = to_jsonb(transaction_id)
     where invoice_no like $1`,
    `${prefix}-%`,
  )
  const delays = (seen: ReadonlyMap<number, number>) =>
    commits.flatMap(({ id, at }) => (seen.has(id) ? [seen.get(id)! - at] : []))
  const delivered = delays(arrivals)
  const bare = delays(floor)
  const missing = commits.filter(({ id }) => !arrivals.has(id))
  return [
    expectNone('measured sales that were not delivered', missing.length, missing),
    atMost(`p95 from commit to the consumer, ${delivered.length} sales`, DELIVERY_MOST_MS, percentile(delivered, 0.95)),
    finding(
      '  median and slowest',
      'reported',
      `${[0.5, 1].map((share) => Math.round(percentile(delivered, share))).join(' and ')} ms`,
      true,
    ),
    finding(
      '  p95 from commit to publication',
      'reported',
      `${Math.round(
        percentile(
          commits.map(({ at, published }) => published - at),
          0.95,
        ),
      )} ms`,
      true,
    ),
    finding(
      '  floor: p95 until a bare connection sees the sale',
      'reported',
      `${Math.round(percentile(bare, 0.95))} ms, ${bare.length} sales`,
      bare.length > 0,
    ),
  ]
}
