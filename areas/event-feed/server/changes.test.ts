import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { redeemRewards } from '#areas/customer-rewards/contract.ts'
import { deleteCustomer, restoreCustomer } from '#areas/customers/contract/customers.ts'
import { unmergeMembers } from '#areas/merges/contract.ts'
import { redeemPoints } from '#areas/points/contract.ts'
import { addTransaction } from '#areas/sales/contract.ts'
import { changeCalls, changesReader, keyOf, warehouse } from '#tests/factories/changes.ts'
import { address, registered } from '#tests/factories/customers.ts'
import { merging } from '#tests/factories/merges.ts'
import { points, reward, stock } from '#tests/factories/rewards.ts'
import { addEarningRules, companyBrands, line, member } from '#tests/factories/sales.ts'
import { hq, make, outletStaff, systemAt, systemWith, useApp } from '#tests/harness.ts'
import { type ChangeKind, changeKinds, listCustomerChanges, listLineChanges } from '../contract.ts'
import * as records from './change-records.ts'
import { listChangesOf } from './list-changes.ts'

const app = useApp({ at: '2026-11-21T02:05:00Z' })
const { publish, page, readToEnd } = changesReader(app)
const { merge } = merging(app)
const till = systemWith('sales:write', 'sales:cancel', 'points:redeem')

const enterSale = async (MembershipNo: string | undefined, Details = [line('500'), line('100')]) => {
  const sale = { TransactionType: 'N', InvoiceNo: `CH-${make.nextNumber()}`, OutletCode: 'KLCC', MembershipNo, Details }
  const { status, body } = await app.call(addTransaction, sale as never, till)
  expect(status).toBe(201)
  return body
}
const redeemGift = async (MembershipNo: string) => {
  const { RewardId } = await reward(app.db)
  await stock(app.db, RewardId, 'KLCC', 5)
  const { body } = await app.call(redeemRewards, { MembershipNo, Rewards: [{ RewardId }] } as never, outletStaff)
  return body.rows[0]!.ReferenceCode
}
const endOf = async (kind: ChangeKind) => (await readToEnd(kind)).Cursor

const keysOfTables: Readonly<Record<ChangeKind, string>> = {
  customers:
    "select customer_id::text as key from customer where status not in ('Deleted', 'Merged') and erased_at is null",
  memberships: "select membership_no as key from membership where status not in ('Deleted', 'Merged')",
  sales: 'select transaction_id::text as key from transaction_summary',
  lines: "select transaction_id || '-' || sequence_no as key from transaction_detail",
  ledger: 'select history_id::text as key from point_history',
  rewards: "select reference_code as key from customer_reward where status <> 'Deleted'",
}
const storedKeys = async (kind: ChangeKind) =>
  (await app.sql<{ key: string }>(keysOfTables[kind])).map(({ key }) => key).sort()

beforeAll(async () => {
  await addEarningRules(app.db)
  await companyBrands(app.db, ['Aurelia'], 'Active')
  for (let index = 0; index < 3; index++) {
    const { MembershipNo } = await member(app.db)
    await points(app.db, MembershipNo, 1_000)
    await enterSale(MembershipNo)
    await redeemGift(MembershipNo)
  }
})

describe.each(changeKinds)('changes of %s', (kind) => {
  test(`changes of ${kind}: the first calls return every record once, in pages`, async () => {
    const { Records, pages } = await readToEnd(kind, { limit: 2 })
    expect(Records.map((record) => keyOf(kind, record)).sort()).toEqual(await storedKeys(kind))
    expect(pages).toBeGreaterThan(1)
  })

  test(`changes of ${kind}: the next calls return what is new and changed, and then nothing`, async () => {
    const after = await endOf(kind)
    const { MembershipNo, CustomerId } = await member(app.db)
    await points(app.db, MembershipNo, 1_000)
    const { TransactionId } = await enterSale(MembershipNo)
    const ReferenceCode = await redeemGift(MembershipNo)
    const next = await readToEnd(kind, { after })
    const keys = next.Records.map((record) => keyOf(kind, record))
    const entries = await app.sql<{ id: string }>(
      'select history_id::text as id from point_history where membership_no = $1',
      MembershipNo,
    )
    const own: Record<ChangeKind, string[]> = {
      customers: [`${CustomerId}`],
      memberships: [MembershipNo],
      sales: [`${TransactionId}`],
      lines: [`${TransactionId}-1`, `${TransactionId}-2`],
      ledger: entries.map(({ id }) => id),
      rewards: [ReferenceCode],
    }
    expect(keys.toSorted()).toEqual(own[kind].toSorted())
    expect(new Set(keys).size).toBe(keys.length)
    expect(await page(kind, { after: next.Cursor })).toEqual({
      Records: [],
      Deleted: [],
      Cursor: next.Cursor,
      More: false,
    })
  })

  test(`changes of ${kind}: pages of one record are complete, first and later`, async () => {
    const { Records, Cursor } = await readToEnd(kind, { limit: 1 })
    expect(Records.map((record) => keyOf(kind, record)).sort()).toEqual(await storedKeys(kind))
    const { MembershipNo } = await member(app.db)
    await points(app.db, MembershipNo, 1_000)
    await enterSale(MembershipNo, [line('1'), line('2'), line('3')])
    await redeemGift(MembershipNo)
    const before = new Set(Records.map((record) => keyOf(kind, record)))
    const added = (await storedKeys(kind)).filter((key) => !before.has(key))
    const later = await readToEnd(kind, { after: Cursor, limit: 1 })
    expect([...new Set(later.Records.map((record) => keyOf(kind, record)))]).toEqual(expect.arrayContaining(added))
    expect(added.length).toBeGreaterThan(0)
  })

  test(`changes of ${kind}: no table is read from end to end`, async () => {
    const source = {
      customers: records.customerRecords,
      memberships: records.membershipRecords,
      sales: records.saleRecords,
      lines: records.lineRecords,
      ledger: records.ledgerRecords,
      rewards: records.rewardRecords,
    }[kind]
    await publish()
    const [head] = await app.sql<{ cursor: string; published: string }>(
      `select epoch || '_' || 0 as cursor, (select max(published_at) + interval '1 hour' from event)::text as published from event_head`,
    )
    const first = await page(kind, { limit: 1 })
    const scanned = await app.db.transaction().execute(async (db) => {
      const countScans = async () => {
        const { rows } = await sql<{ Name: string; Scans: number }>`
          select relname as name, seq_scan::int as scans from pg_stat_xact_user_tables where relname <> 'event_head'`.execute(
          db,
        )
        return new Map(rows.map(({ Name, Scans }) => [Name, Scans]))
      }
      // Without this setting the planner reads small tables from end to end, although they have an index.
      await sql`set local enable_seqscan = off`.execute(db)
      const before = await countScans()
      const list = listChangesOf<unknown, string | number>(source as never)
      for (const query of [
        { after: first.Cursor },
        { after: `${head!.cursor}_${kind}` },
        { UpdatedSince: head!.published },
      ])
        await list({ db, actor: {} as never }, { limit: 100, ...query })
      return [...(await countScans())].filter(([name, scans]) => scans > (before.get(name) ?? 0)).map(([name]) => name)
    })
    expect(scanned).toEqual([])
  })
})

describe('the first walk over the records', () => {
  test('changes: a record that commits during the walk, with a key that was passed, is not missed', async () => {
    const late = await app.database.pool.connect()
    try {
      await late.query('begin')
      const { rows } = await late.query<{ customer_id: string }>(
        `insert into customer (full_name, id_type, id_no, contact_no, registered_outlet_code, registration_source)
         values ('LATE', 'Passport', 'LATE1', '+60129999999', 'KLCC', 'CRM') returning customer_id`,
      )
      await registered(app.db)
      const walk = await readToEnd('customers')
      const id = Number(rows[0]!.customer_id)
      expect(walk.Records.some(({ CustomerId }) => CustomerId === id)).toBe(false)
      await late.query('commit')
      const next = await readToEnd('customers', { after: walk.Cursor })
      expect(next.Records.map(({ CustomerId }) => CustomerId)).toEqual([id])
    } finally {
      late.release()
    }
  })

  test('changes: a record that changes after it was read appears again behind the last record', async () => {
    await publish()
    const first = await page('customers', { limit: 1 })
    const { CustomerId } = first.Records[0] as { CustomerId: number }
    await app.sql(`update customer set remarks = 'changed' where customer_id = $1`, CustomerId)
    const rest = await readToEnd('customers', { after: first.Cursor })
    expect(rest.Records.filter((record) => record.CustomerId === CustomerId)).toMatchObject([{ Remarks: 'changed' }])
  })
})

describe('customers who end', () => {
  test('changes: a deleted customer is in Deleted, and a restored one in Records again', async () => {
    const { CustomerId, MembershipNo } = await registered(app.db)
    const [customers, memberships] = [await endOf('customers'), await endOf('memberships')]
    expect((await app.call(deleteCustomer, { CustomerId })).status).toBe(200)
    const deleted = await readToEnd('customers', { after: customers })
    expect(deleted).toMatchObject({ Records: [], Deleted: [CustomerId] })
    const ended = await readToEnd('memberships', { after: memberships })
    expect(ended).toMatchObject({ Records: [], Deleted: [MembershipNo] })
    expect((await app.call(restoreCustomer, { CustomerId })).status).toBe(200)
    expect(await readToEnd('customers', { after: deleted.Cursor })).toMatchObject({
      Records: [{ CustomerId, Status: 'Active' }],
      Deleted: [],
    })
  })

  test('changes: a merged customer is in Deleted with the membership, and comes back when the merge is undone', async () => {
    const [survivor, merged] = [await member(app.db), await member(app.db)]
    const { TransactionId } = await enterSale(merged.MembershipNo)
    const cursors = {
      customers: await endOf('customers'),
      memberships: await endOf('memberships'),
      sales: await endOf('sales'),
    }
    const MergeId = await merge(survivor, merged)
    const customers = await readToEnd('customers', { after: cursors.customers })
    expect(customers.Deleted).toEqual([merged.CustomerId])
    expect((await readToEnd('memberships', { after: cursors.memberships })).Deleted).toEqual([merged.MembershipNo])
    expect((await readToEnd('sales', { after: cursors.sales })).Records).toMatchObject([
      { TransactionId, CustomerId: survivor.CustomerId },
    ])
    expect((await app.call(unmergeMembers, { MergeId, Reason: 'Two people after all' }, hq)).status).toBe(200)
    const undone = await readToEnd('customers', { after: customers.Cursor })
    expect(undone.Deleted).toEqual([])
    expect(undone.Records.map(({ CustomerId }) => CustomerId)).toContain(merged.CustomerId)
  })

  test('changes: an erased customer is in Deleted, first and later', async () => {
    const { CustomerId } = await registered(app.db)
    const after = await endOf('customers')
    await app.sql('update customer set erased_at = now() where customer_id = $1', CustomerId)
    expect((await readToEnd('customers', { after })).Deleted).toEqual([CustomerId])
    const all = await readToEnd('customers')
    expect(all.Deleted).toContain(CustomerId)
    expect(all.Records.some((record) => record.CustomerId === CustomerId)).toBe(false)
  })

  test('changes: an id whose row no longer exists is in Deleted', async () => {
    const after = await endOf('customers')
    await app.sql(
      `insert into event_outbox (type, customer_id, data, occurred_at) values ('customer.changed', 999999999, '{}', now())`,
    )
    expect((await readToEnd('customers', { after })).Deleted).toEqual([999999999])
  })
})

describe('records', () => {
  test('changes of customers: a record has its addresses and latest consents, and a masked identity number', async () => {
    const { CustomerId } = await registered(app.db)
    await address(app.db, CustomerId)
    const after = await endOf('customers')
    await app.sql(`update customer_address set city = 'Ipoh' where customer_id = $1`, CustomerId)
    const { Records } = await readToEnd('customers', { after })
    expect(Records).toMatchObject([
      {
        CustomerId,
        IdNo: expect.stringMatching(/^\*+\d{4}$/),
        Addresses: [{ City: 'Ipoh' }],
        Consents: [{ Channel: 'Service', GrantedYN: 'Y' }],
      },
    ])
  })

  test('changes of the ledger: a redemption returns its entry and the entry whose points it used', async () => {
    const { MembershipNo } = await member(app.db)
    await points(app.db, MembershipNo, 500)
    const [ledger, memberships] = [await endOf('ledger'), await endOf('memberships')]
    const voucher = { ObjectType: 'Voucher', ObjectValue: `V-${make.nextNumber()}` }
    expect((await app.call(redeemPoints, { MembershipNo, Points: 120, ...voucher }, till)).status).toBe(201)
    expect((await readToEnd('ledger', { after: ledger })).Records).toMatchObject([
      { Points: 500, PointUtilized: 120 },
      { Points: -120, TransactionType: 'Redeem' },
    ])
    expect((await readToEnd('memberships', { after: memberships })).Records).toMatchObject([
      { MembershipNo, PointBalance: 380, TotalPointsRedeemed: 120 },
    ])
  })

  test('changes of sales: a return returns both documents, and the lines of both', async () => {
    const sold = await enterSale((await member(app.db)).MembershipNo)
    const [sales, lines] = [await endOf('sales'), await endOf('lines')]
    const returned = await app.call(
      addTransaction,
      {
        TransactionType: 'C',
        OriginalInvoiceNo: sold.InvoiceNo,
        OutletCode: 'KLCC',
        Details: [{ OldSequenceNo: 2 }],
      } as never,
      till,
    )
    expect((await readToEnd('sales', { after: sales })).Records).toMatchObject([
      { TransactionId: sold.TransactionId, CancelState: 'Part' },
      { TransactionId: returned.body.TransactionId, TransactionType: 'C' },
    ])
    expect((await readToEnd('lines', { after: lines })).Records).toMatchObject([
      { InvoiceNo: sold.InvoiceNo, SequenceNo: 1, CancelledQuantity: '0.000' },
      { InvoiceNo: sold.InvoiceNo, SequenceNo: 2, CancelledQuantity: '1.000' },
      { InvoiceNo: returned.body.InvoiceNo },
    ])
  })
})

describe('UpdatedSince', () => {
  const later = (time: string, seconds: number) => new Date(Date.parse(time) + seconds * 1_000).toISOString()
  const lastPublication = async () => {
    await publish()
    const [row] = await app.sql<{ at: string }>('select max(published_at)::text as at from event')
    return new Date(row!.at).toISOString()
  }

  test('changes: UpdatedSince returns what was published at the time, and nothing published long before it', async () => {
    const { CustomerId: earlier } = await registered(app.db)
    await publish()
    app.clock.set(later(await lastPublication(), 600))
    const { CustomerId } = await registered(app.db)
    const at = await lastPublication()
    const ids = async (UpdatedSince: string) =>
      (await readToEnd('customers', { UpdatedSince })).Records.map((record) => record.CustomerId)
    expect(await ids(at)).toContain(CustomerId)
    expect(await ids(at)).not.toContain(earlier)
    expect(await ids(later(at, 61))).toEqual([])
  })

  test('changes: UpdatedSince before the oldest stored event is refused, so that no change is missed', async () => {
    await publish()
    const [row] = await app.sql<{ at: string }>('select min(published_at)::text as at from event')
    const UpdatedSince = new Date(row!.at).toISOString()
    expect(await app.call(listCustomerChanges, { UpdatedSince }, warehouse)).toMatchObject({
      status: 409,
      refusal: { code: 'event-feed.cursor_unknown' },
    })
  })

  test('changes: a cursor and a time together are refused', async () => {
    const query = { after: await endOf('customers'), UpdatedSince: '2026-11-21T00:00:00Z' }
    expect((await app.call(listCustomerChanges, query, warehouse)).status).toBe(400)
  })

  test('events: a publisher with a slow clock gives no earlier time than the event before', async () => {
    const at = await lastPublication()
    app.clock.set(later(at, -300))
    await registered(app.db)
    expect(await lastPublication()).toBe(at)
    app.clock.set(later(at, 1))
  })
})

/** The scope that opens single records of a kind. */
const scopesOfRecords = {
  customers: 'members:read',
  memberships: 'members:read',
  sales: 'sales:read',
  lines: 'sales:read',
  ledger: 'members:read',
  rewards: 'rewards:read',
} as const satisfies Record<ChangeKind, string>

describe('refusals', () => {
  test('changes: a cursor of a database before a restore gets 409, one of another kind 400', async () => {
    const after = await endOf('customers')
    const other = after.replace(/^.{8}/, '00000000')
    expect(await app.call(listCustomerChanges, { after: other }, warehouse)).toMatchObject({
      status: 409,
      refusal: { code: 'event-feed.cursor_unknown' },
    })
    expect((await app.call(listLineChanges, { after }, warehouse)).status).toBe(400)
  })

  test.each(changeKinds)('changes of %s: need events:read and the scope of single records', async (kind) => {
    const needed = scopesOfRecords[kind]
    for (const [granted, missing] of [[needed, 'events:read'] as const, ['events:read', needed] as const])
      expect(await app.call(changeCalls[kind], {}, systemWith(granted))).toMatchObject({
        status: 403,
        refusal: { params: { Scope: missing } },
      })
    expect((await app.call(changeCalls[kind], {}, hq)).status).toBe(403)
  })

  test.each(changeKinds)('changes of %s: an account that is bound to outlets is refused', async (kind) => {
    const bound = systemAt(['KLCC'], 'events:read', 'members:read', 'sales:read', 'rewards:read')
    expect(await app.call(changeCalls[kind], {}, bound)).toMatchObject({
      status: 403,
      refusal: { code: 'event-feed.bound_account' },
    })
  })
})

test('changes: with eight writers at once, the copy of a reader equals the database', async () => {
  const members = await Promise.all(Array.from({ length: 8 }, () => member(app.db)))
  const copies = new Map(changeKinds.map((kind) => [kind, new Map<string, unknown>()]))
  let isWriting = true
  const read = async (kind: ChangeKind) => {
    const copy = copies.get(kind)!
    for (let after: string | undefined; ; ) {
      const isLast = !isWriting
      await publish()
      const { Records, Deleted, Cursor, More } = await page(kind, { ...(after && { after }), limit: 7 })
      for (const record of Records) copy.set(keyOf(kind, record), record)
      for (const key of Deleted) copy.delete(`${key}`)
      after = Cursor
      if (isLast && !More) return
    }
  }
  const write = async ({ MembershipNo, CustomerId }: { MembershipNo: string; CustomerId: number }) => {
    for (let index = 0; index < 8; index++) {
      await enterSale(MembershipNo)
      await app.sql('update customer set remarks = $1 where customer_id = $2', `visit ${index}`, CustomerId)
      const voucher = { ObjectType: 'Voucher', ObjectValue: `V-${make.nextNumber()}` }
      await app.call(redeemPoints, { MembershipNo, Points: 10, ...voucher }, till)
    }
  }
  const reading = changeKinds.map(read)
  await Promise.all(members.map(write))
  isWriting = false
  await Promise.all(reading)
  for (const kind of changeKinds) {
    const present = await readToEnd(kind)
    const expected = new Map(present.Records.map((record) => [keyOf(kind, record), record]))
    expect([kind, copies.get(kind)]).toEqual([kind, expected])
  }
})
