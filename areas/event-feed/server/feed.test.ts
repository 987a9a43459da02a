import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { redeemPoints } from '#areas/points/contract.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { openClient } from '#kit/server/database.ts'
import { ensurePartitions } from '#kit/server/partitions.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { seeded } from '#tests/factories/generated-bodies.ts'
import { addEarningRules, companyBrands, line, member } from '#tests/factories/sales.ts'
import { hq, jobContext, make, systemAt, systemWith, useApp } from '#tests/harness.ts'
import { testSetting } from '#tests/setting-scenarios.ts'
import { eventTypes, listEvents, readSnapshot, type SnapshotKind, snapshotKinds } from '../contract.ts'
import { deleteOldEvents } from './delete-old-events.ts'
import { dropOldPartitions } from './drop-old-partitions.ts'
import { publishEvents } from './publish-events.ts'

const app = useApp({ at: '2026-11-21T02:05:00Z' })
const till = systemWith('sales:write', 'sales:cancel', 'points:redeem')
const consumer = systemWith('events:read')

beforeAll(async () => {
  await addEarningRules(app.db)
  await companyBrands(app.db, ['Aurelia'], 'Active')
})

const addDays = (moment: Date, days: number) => new Date(moment.getTime() + days * 86_400_000)
const publish = () => publishEvents(jobContext(app))
/** The cursor at the end of the feed, after everything that happened so far. */
async function endOfFeed() {
  await publish()
  return (await app.call(listEvents, { types: 'task.changed' }, consumer)).body.Cursor
}
const eventsAfter = async (after: string, more: object = {}) => {
  await publish()
  return (await app.call(listEvents, { after, limit: 1_000, ...more }, consumer)).body
}

let cursor = ''
beforeEach(async () => {
  cursor = await endOfFeed()
})

const enterSale = (MembershipNo: string | undefined, more: object = {}) =>
  app.call(
    addTransaction,
    {
      TransactionType: 'N',
      InvoiceNo: `F-${make.nextNumber()}`,
      OutletCode: 'KLCC',
      ...(MembershipNo && { MembershipNo }),
      Details: [line('500')],
      ...more,
    } as never,
    till,
  )

describe('events of a sale', () => {
  test('a sale of a member becomes two events: the sale, and the ledger entry of its points', async () => {
    const { MembershipNo } = await member(app.db)
    cursor = await endOfFeed()
    const { body } = await enterSale(MembershipNo)
    const { Events, Cursor } = await eventsAfter(cursor)
    expect(Events).toMatchObject([
      {
        Type: 'sale.entered',
        Version: 1,
        MembershipNo,
        Data: { InvoiceNo: body.InvoiceNo, OutletCode: 'KLCC', NetAmount: '500.00', ApprovalStatus: null },
      },
      {
        Type: 'points.moved',
        MembershipNo,
        Data: { Points: 50, LedgerNo: 1, Kind: 'Earn', InvoiceNo: body.InvoiceNo },
      },
    ])
    const [sale, points] = Events
    expect(points!.MemberSequence! - sale!.MemberSequence!).toBe(1)
    expect(Cursor).toBe(points!.Cursor)
    expect((await eventsAfter(Cursor)).Events).toEqual([])
  })

  test('a refused sale leaves no event', async () => {
    const { MembershipNo } = await member(app.db)
    const { body } = await enterSale(MembershipNo)
    cursor = await endOfFeed()
    expect((await enterSale(MembershipNo, { InvoiceNo: body.InvoiceNo })).status).toBe(409)
    expect((await eventsAfter(cursor)).Events).toEqual([])
  })

  test('the balance of a member is the sum of the points of the member’s events', async () => {
    const { MembershipNo } = await member(app.db)
    await enterSale(MembershipNo, { Details: [line('5000')] })
    await app.call(
      redeemPoints,
      { MembershipNo, Points: 120, ObjectType: 'Voucher', ObjectValue: `V-${make.nextNumber()}` },
      till,
    )
    const { Events } = await eventsAfter(cursor, { types: 'points.moved' })
    const own = Events.filter((event) => event.MembershipNo === MembershipNo)
    const sum = own.reduce((total, { Data }) => total + (Data as { Points: number }).Points, 0)
    expect(sum).toBe(380)
    expect(own.map(({ Data }) => (Data as { LedgerNo: number }).LedgerNo)).toEqual([1, 2])
  })
})

describe('reading the feed', () => {
  test('a transaction that commits late is not missed: its events follow those of earlier commits', async () => {
    const { MembershipNo } = await member(app.db)
    cursor = await endOfFeed()
    const late = await app.database.pool.connect()
    try {
      await late.query('begin')
      await late.query(`insert into event_outbox (type, membership_no, data, occurred_at) values ('task.changed', null,
        '{"TaskId": 1, "Status": "To Do", "Source": "Manual", "OutletCode": "KLCC", "DueAt": "2026-11-21T02:05:00.000Z"}', now())`)
      await enterSale(MembershipNo)
      const { Events, Cursor } = await eventsAfter(cursor)
      expect(Events.map(({ Type }) => Type)).toEqual(['sale.entered', 'points.moved'])
      await late.query('commit')
      expect((await eventsAfter(Cursor)).Events.map(({ Type }) => Type)).toEqual(['task.changed'])
    } finally {
      late.release()
    }
  })

  test('the events of a member have the order of the ledger, even if a later entry has an older transaction', async () => {
    const { MembershipNo } = await member(app.db)
    cursor = await endOfFeed()
    const older = await app.database.pool.connect()
    try {
      await older.query('begin')
      await older.query('select pg_current_xact_id()')
      await enterSale(MembershipNo)
      await older.query(
        `select credit_points($1, 'Adjust In', 10, '{"BusinessDate": "2026-11-21", "EarnedAt": "2026-11-21T02:05:00Z",
        "AvailableFrom": "2026-11-21", "ObjectType": "Test", "ObjectValue": "1", "SourceKey": "test:order"}')`,
        [MembershipNo],
      )
      await older.query('commit')
    } finally {
      older.release()
    }
    const { Events } = await eventsAfter(cursor, { types: 'points.moved' })
    expect(Events.map(({ Data }) => (Data as { LedgerNo: number }).LedgerNo)).toEqual([1, 2])
  })

  test('forty writers at once: a consumer that reads meanwhile gets every event once, and each member’s numbers without gaps', async () => {
    const members = await Promise.all(Array.from({ length: 8 }, () => member(app.db)))
    cursor = await endOfFeed()
    const received: { type: string; member: string; number: number }[] = []
    let writing = true
    const reading = (async () => {
      for (let after = cursor; ; ) {
        const last = !writing
        const { Events, Cursor } = await eventsAfter(after, { limit: 7 })
        received.push(
          ...Events.map(({ Type, MembershipNo, MemberSequence }) => ({
            type: Type,
            member: MembershipNo!,
            number: MemberSequence!,
          })),
        )
        after = Cursor
        if (last && Events.length === 0) return
      }
    })()
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, index) => enterSale(members[index % members.length]!.MembershipNo)),
    )
    writing = false
    await reading
    expect(replies.every(({ status }) => status === 201)).toBe(true)
    expect(received.filter(({ type }) => type === 'sale.entered')).toHaveLength(40)
    expect(received.filter(({ type }) => type === 'points.moved')).toHaveLength(40)
    for (const { MembershipNo } of members) {
      const numbers = received.filter((one) => one.member === MembershipNo).map(({ number }) => number)
      expect(numbers).toEqual(Array.from({ length: 10 }, (_, index) => numbers[0]! + index))
    }
  })

  test('forty transactions in any order of commits, some late and some rolled back: each committed event is read once', async () => {
    const random = seeded(40)
    const committed: string[] = []
    const received: string[] = []
    let after = cursor
    const readAll = async () => {
      for (;;) {
        const { Events, Cursor } = await eventsAfter(after, { types: 'points.moved', limit: 3 })
        received.push(...Events.map(({ Data }) => (Data as { InvoiceNo: string }).InvoiceNo))
        after = Cursor
        if (Events.length === 0) return
      }
    }
    const clients = await Promise.all(Array.from({ length: 40 }, () => openClient(app.url, 'test')))
    try {
      for (const [index, client] of clients.entries()) {
        const { MembershipNo } = await member(app.db)
        await client.query('begin')
        await client.query(
          `select credit_points($1, 'Adjust In', 10, jsonb_build_object('BusinessDate', '2026-11-21', 'EarnedAt', '2026-11-21T02:05:00Z',
             'AvailableFrom', '2026-11-21', 'InvoiceNo', $2::text, 'ObjectType', 'Test', 'ObjectValue', '1', 'SourceKey', 'test:' || $2::text))`,
          [MembershipNo, `TX-${index}`],
        )
      }
      // The first transactions end last, as slow ones do; all others end in random order.
      const slow = [0, 1, 2, 3]
      const others = clients.map((_, index) => index).filter((index) => !slow.includes(index))
      const order = [...others.toSorted(() => random() - 0.5), ...slow]
      for (const [place, index] of order.entries()) {
        const rollsBack = index % 8 === 1
        await clients[index]!.query(rollsBack ? 'rollback' : 'commit')
        if (!rollsBack) committed.push(`TX-${index}`)
        if (place % 5 === 4) await readAll()
      }
      await readAll()
    } finally {
      for (const client of clients) await client.end()
    }
    expect(committed).toHaveLength(35)
    expect(received.filter((invoice) => invoice.startsWith('TX-')).sort()).toEqual(committed.sort())
  })

  test('a call that waits gets the next event when it happens', async () => {
    const { MembershipNo } = await member(app.db)
    cursor = await endOfFeed()
    const waiting = app.call(listEvents, { after: cursor, wait: 25 }, consumer)
    await enterSale(MembershipNo)
    while ((await publish()) === 0) await delay(10)
    expect((await waiting).body.Events.length).toBeGreaterThan(0)
  })

  test('types limit the events, and the cursor moves on even if none is wanted', async () => {
    const { MembershipNo } = await member(app.db)
    await enterSale(MembershipNo)
    const { Events, Cursor } = await eventsAfter(cursor, { types: 'sale.entered' })
    expect(Events.map(({ Type }) => Type)).toEqual(['sale.entered'])
    const others = await eventsAfter(cursor, { types: 'stock.moved,task.changed' })
    expect(others).toEqual({ Events: [], Cursor })
    expect((await app.call(listEvents, { types: 'sale.sold' } as never, consumer)).status).toBe(400)
  })

  test('a cursor of a database before a restore, and a cursor whose events are deleted, are refused', async () => {
    const other = cursor.replace(/^.{8}/, '00000000')
    const refused = await app.call(listEvents, { after: other }, consumer)
    expect(refused).toMatchObject({ status: 409, refusal: { code: 'event-feed.cursor_unknown' } })
    await enterSale((await member(app.db)).MembershipNo)
    await publish()
    await app.sql('delete from event where position <= (select last_position - 1 from event_head)')
    expect((await app.call(listEvents, { after: cursor }, consumer)).status).toBe(409)
    // The newest event is still there, so a consumer at the end continues.
    expect((await eventsAfter(await endOfFeed())).Events).toEqual([])
  })

  test('a cursor from before the promotion of a standby is refused, because the standby can lack events', async () => {
    // The primary of this timeline is gone; the present timeline began with the promotion.
    await app.sql(`update event_head set timeline = '0000FFFF'`)
    await enterSale((await member(app.db)).MembershipNo)
    await publish()
    expect(await app.call(listEvents, { after: cursor }, consumer)).toMatchObject({
      status: 409,
      refusal: { code: 'event-feed.cursor_unknown' },
    })
    // The next events belong to the same timeline, so later cursors stay valid.
    const later = await endOfFeed()
    await enterSale((await member(app.db)).MembershipNo)
    expect((await eventsAfter(later)).Events.length).toBeGreaterThan(0)
  })

  test('the feed needs the scope events:read', async () => {
    expect(await app.call(listEvents, {}, till)).toMatchObject({
      status: 403,
      refusal: { params: { Scope: 'events:read' } },
    })
    expect((await app.call(listEvents, {}, hq)).status).toBe(403)
  })

  test('an account that is bound to outlets gets neither events nor snapshots', async () => {
    const bound = systemAt(['KLCC'], 'events:read')
    const refused = { status: 403, refusal: { code: 'event-feed.bound_account' } }
    expect(await app.call(listEvents, {}, bound)).toMatchObject(refused)
    for (const kind of snapshotKinds) {
      const { token } = await app.token(bound)
      const reply = await app.inject({
        url: `${API_BASE}${readSnapshot.path.replace(':Kind', kind)}`,
        headers: { authorization: `Bearer ${token}` },
      })
      expect(reply.status).toBe(403)
      expect(reply.text).toContain(refused.refusal.code)
    }
  })
})

describe('snapshots', () => {
  async function snapshot(kind: SnapshotKind) {
    const { token } = await app.token(consumer)
    const reply = await app.inject({
      url: `${API_BASE}${readSnapshot.path.replace(':Kind', kind)}`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(reply.status).toBe(200)
    const lines = reply.text
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text))
    expect(lines.pop()).toEqual({ Count: lines.length - 1 })
    return lines
  }

  test('a snapshot of balances with the feed after its cursor gives the present balances', async () => {
    const { MembershipNo } = await member(app.db)
    await enterSale(MembershipNo, { Details: [line('5000')] })
    // Committed but not yet published: in the snapshot, and again in the feed with a LedgerNo that is already counted.
    const [{ Cursor }, ...rows] = await snapshot('balances')
    const balances = new Map(rows.map((row) => [row.MembershipNo, row]))
    expect(balances.get(MembershipNo)).toEqual({ MembershipNo, Points: 500, LedgerNo: 1 })
    await enterSale(MembershipNo)
    const { Events } = await eventsAfter(Cursor, { types: 'points.moved' })
    for (const { MembershipNo, Data } of Events) {
      const { Points, LedgerNo } = Data as { Points: number; LedgerNo: number }
      const balance = balances.get(MembershipNo) ?? { Points: 0, LedgerNo: 0 }
      if (LedgerNo > balance.LedgerNo) balances.set(MembershipNo, { Points: balance.Points + Points, LedgerNo })
    }
    const { rows: present } = await app.database.pool.query('select membership_no, points from point_balance')
    expect(
      present.map(({ membership_no, points }) => [membership_no, Number(points), balances.get(membership_no)?.Points]),
    ).toEqual(present.map(({ membership_no, points }) => [membership_no, Number(points), Number(points)]))
  })

  test('a snapshot needs the scope events:read', async () => {
    const url = `${API_BASE}${readSnapshot.path.replace(':Kind', 'balances')}`
    const { token } = await app.token(till)
    expect((await app.inject({ url, headers: { authorization: `Bearer ${token}` } })).status).toBe(403)
    expect((await app.inject({ url })).status).toBe(401)
  })

  test.each(['members', 'vouchers', 'rewards', 'customers'] as const)(
    'a snapshot of %s has a cursor and one line per record',
    async (kind) => {
      const [head, ...rows] = await snapshot(kind)
      expect(head.Cursor).toMatch(/^[\da-f-]{36}_\d+$/)
      const table = { members: 'membership', vouchers: 'voucher', rewards: 'customer_reward', customers: 'customer' }[
        kind
      ]
      const { rows: counted } = await app.database.pool.query(`select count(*)::int as count from ${table}`)
      expect(rows).toHaveLength(counted[0].count)
    },
  )
})

test('every declared type of event is written by a trigger, and no other', async () => {
  const { rows } = await app.database.pool.query(
    `select prosrc from pg_proc join pg_trigger on tgfoid = pg_proc.oid where tgname in ('event_added', 'event_changed')`,
  )
  const written = rows.flatMap(({ prosrc }) => [...prosrc.matchAll(/'([a-z]+\.[a-z_]+)'/g)].map(([, type]) => type))
  expect([...new Set(written)].sort()).toEqual([...eventTypes].sort())
})

describe('months of the feed', () => {
  // Publication times never fall, so older months need a feed without newer events.
  beforeEach(() => app.sql('delete from event'))

  const partitions = async () =>
    (
      await app.sql<{ name: string }>(
        `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'event'::regclass order by 1`,
      )
    ).map(({ name }) => name)
  /** Publishes an event in a month for which a partition exists. */
  async function publishIn(moment: string) {
    const owner = await openClient(app.url, 'test')
    await ensurePartitions(owner, new Date(moment))
    await owner.end()
    await enterSale((await member(app.db)).MembershipNo)
    await publishEvents({ ...jobContext(app), clock: () => new Date(moment) })
  }
  const drop = (moment: string) => dropOldPartitions({ ...jobContext(app), clock: () => new Date(moment) })

  test('a month is dropped as a whole when its last day is older than the setting, and later months stay', async () => {
    await publishIn('2025-01-31T23:00:00Z')
    await publishIn('2025-02-01T01:00:00Z')
    expect(await drop('2025-05-01T23:00:00Z')).toEqual([])
    expect(await drop('2025-05-02T00:00:00Z')).toEqual(['event_2025_01'])
    expect(await partitions()).toEqual(expect.arrayContaining(['event_2025_02', 'event_rest']))
    expect(await partitions()).not.toContain('event_2025_01')
  })

  test('the month of the newest event stays, however old it is, so that a consumer at the end continues', async () => {
    await publishIn('2025-02-03T01:00:00Z')
    const end = await endOfFeed()
    expect(await drop('2026-11-21T02:05:00Z')).toEqual(['event_2025_03', 'event_2025_04', 'event_2025_05'])
    expect((await eventsAfter(end)).Events).toEqual([])
  })

  test('the nightly batch deletes old events that are in no monthly partition', async () => {
    await enterSale((await member(app.db)).MembershipNo)
    await publishEvents({ ...jobContext(app), clock: () => new Date('2020-01-05T01:00:00Z') })
    await enterSale((await member(app.db)).MembershipNo)
    await publish()
    const chunk = { db: app.db, now: app.clock.now(), today: '2026-11-21', timeZone: 'UTC', after: '' }
    expect(await deleteOldEvents.chunk(chunk)).toMatchObject({ Done: expect.any(Number) })
    expect(await app.sql('select from event where published_at < $1', new Date('2021-01-01T00:00:00Z'))).toEqual([])
  })
})

testSetting(
  app,
  'feed.days',
  [
    [30, 'deleted'],
    [60, 'stored'],
  ],
  async () => {
    const { MembershipNo } = await member(app.db)
    const start = await endOfFeed()
    await enterSale(MembershipNo)
    await publish()
    const chunk = { db: app.db, now: addDays(app.clock.now(), 40), today: '2026-12-31', timeZone: 'UTC', after: '' }
    await deleteOldEvents.chunk(chunk)
    return (await app.call(listEvents, { after: start }, consumer)).status === 200 ? 'stored' : 'deleted'
  },
)
