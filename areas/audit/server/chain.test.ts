import { beforeEach, describe, expect, test } from 'vitest'
import { updateCustomer } from '#areas/customers/contract/customers.ts'
import { openClient } from '#kit/server/database.ts'
import type { JobContext } from '#kit/server/job-context.ts'
import { programOrigin } from '#kit/server/origin.ts'
import { registered } from '#tests/factories/customers.ts'
import { useApp } from '#tests/harness.ts'
import { proveAudit } from './prove-audit.ts'
import { sealAudit } from './seal-audit.ts'

const app = useApp()

const job = (logLines: string[] = []): JobContext => ({
  origin: programOrigin('seal-audit'),
  database: app.database,
  directUrl: app.url,
  clock: app.clock.now,
  timeZone: 'Asia/Kuala_Lumpur',
  log: (text) => void logLines.push(text),
})
const faults = async (head?: string) => (await proveAudit(job(), head)).Faults

/** Creates a customer, changes the name twice and seals all entries. */
async function changedTwice() {
  const { CustomerId } = await registered(app.db, { PreferredName: 'Aisyah' })
  await app.call(updateCustomer, { CustomerId, Version: 1, PreferredName: 'Nur' })
  await app.call(updateCustomer, { CustomerId, Version: 2, PreferredName: 'Siti' })
  await sealAudit(job())
  // Seal a second time, because transactions that were open during the first round have ended.
  await sealAudit(job())
  const rows = await app.sql<{ id: string }>(
    `select audit_record_id::text as id from audit_record where object_type = 'Customer' and object_id = $1 and updated_field_name = 'PreferredName' order by audit_record_id`,
    String(CustomerId),
  )
  return { CustomerId, entries: rows.map(({ id }) => Number(id)) }
}

/** Manipulates the log as the database owner. The tests revert each manipulation. */
const asOwner = (text: string, ...values: unknown[]) => app.sql(text, ...values)

describe('hash chain of the audit log', () => {
  let CustomerId: number
  let first: number
  let second: number
  beforeEach(async () => {
    const changes = await changedTwice()
    CustomerId = changes.CustomerId
    ;[first, second] = changes.entries as [number, number]
  })

  test('audit log chain: a changed value, author, record or outlet is detected', async () => {
    for (const [column, value, before] of [
      ['updated_info', 'Somebody', 'Nur'],
      ['previous_info', null, 'Aisyah'],
      ['updated_by', 'another user', undefined],
      ['object_id', '0', undefined],
      ['outlet_code', 'IPH', undefined],
    ] as const) {
      const [original] = await app.sql<{ was: string }>(
        `select ${column} as was from audit_record where audit_record_id = $1`,
        first,
      )
      await asOwner(`update audit_record set ${column} = $2 where audit_record_id = $1`, first, value)
      expect(await faults()).toEqual([
        expect.objectContaining({ Fault: 'entry changed', Log: 'audit_record', EntryId: first }),
      ])
      await asOwner(`update audit_record set ${column} = $2 where audit_record_id = $1`, first, before ?? original!.was)
    }
    expect(await faults()).toEqual([])
  })

  test('audit log chain: detects a changed entry of the text log', async () => {
    const [entry] = await app.sql<{ id: string; text: string }>(
      `select audit_log_id::text as id, log_text as text from audit_log where object_type = 'Customer' and object_id = $1 limit 1`,
      String(CustomerId),
    )
    await asOwner(`update audit_log set log_text = 'Nothing happened' where audit_log_id = $1`, entry!.id)
    expect(await faults()).toEqual([
      expect.objectContaining({ Fault: 'entry changed', Log: 'audit_log', EntryId: Number(entry!.id) }),
    ])
    await asOwner(`update audit_log set log_text = $2 where audit_log_id = $1`, entry!.id, entry!.text)
  })

  test('audit log chain: detects deleted and inserted entries', async () => {
    const columns = (
      await app.sql<{ name: string }>(
        `select string_agg(attname, ', ' order by attnum) as name from pg_attribute where attrelid = 'audit_record'::regclass and attnum > 0`,
      )
    )[0]!.name
    await asOwner(
      `create table removed_entry as select ${columns} from audit_record where audit_record_id = $1`.replace(
        '$1',
        `${first}`,
      ),
    )
    await asOwner('delete from audit_record where audit_record_id = $1', first)
    expect(await faults()).toEqual([expect.objectContaining({ Fault: 'entry missing', EntryId: first })])
    await asOwner(`insert into audit_record (${columns}) overriding system value select * from removed_entry`)
    expect(await faults()).toEqual([])

    // Insert one entry with an unused id, and one with an existing id.
    const [gap] = await app.sql<{ id: string }>(
      `select nextval(pg_get_serial_sequence('audit_record', 'audit_record_id'))::text as id`,
    )
    await app.call(updateCustomer, { CustomerId, Version: 3, PreferredName: 'Nur' })
    await sealAudit(job())
    await sealAudit(job())
    for (const id of [Number(gap!.id), first]) {
      await asOwner(`update removed_entry set audit_record_id = $1, audited_at = audited_at - interval '1 second'`, id)
      await asOwner(`insert into audit_record (${columns}) overriding system value select * from removed_entry`)
      expect(await faults()).toEqual([expect.objectContaining({ Fault: 'entry inserted', EntryId: id })])
      await asOwner(
        'delete from audit_record where (audited_at, audit_record_id) in (select audited_at, audit_record_id from removed_entry)',
      )
    }
    await asOwner('drop table removed_entry')
    expect(await faults()).toEqual([])
  })

  test('audit log chain: detects swapped entries', async () => {
    const swapEntries = () =>
      asOwner(
        `update audit_record r set previous_info = o.previous_info, updated_info = o.updated_info from audit_record o
       where (r.audit_record_id, o.audit_record_id) in (($1::bigint, $2::bigint), ($2::bigint, $1::bigint))`,
        first,
        second,
      )
    await swapEntries()
    expect((await faults()).map(({ Fault, EntryId }) => [Fault, EntryId])).toEqual([
      ['entry changed', first],
      ['entry changed', second],
    ])
    await swapEntries()
    // Swap two entries inside a seal.
    const [seal] = await app.sql<{ no: string; ids: string[] }>(
      'select seal_no::text as no, ids::text[] from audit_seal where cardinality(ids) > 1 order by seal_no desc limit 1',
    )
    await asOwner('update audit_seal set ids = $2::bigint[] where seal_no = $1', seal!.no, seal!.ids.toReversed())
    expect(await faults()).not.toEqual([])
    await asOwner('update audit_seal set ids = $2::bigint[] where seal_no = $1', seal!.no, seal!.ids)
    expect(await faults()).toEqual([])
  })

  test('audit log chain: the last hash, stored outside the system, shows whether the whole chain was recalculated', async () => {
    const { Head } = await proveAudit(job())
    expect(await faults(Head!)).toEqual([])
    await asOwner('create table seals as select * from audit_seal; create table marks as select * from audit_seal_mark')
    await asOwner(`update audit_record set updated_info = 'Somebody' where audit_record_id = $1`, first)
    await asOwner(
      `truncate audit_seal; update audit_seal_mark set sealed_to = 0, settled_to = 0, reached = 0, pending_to = null, pending_at = null`,
    )
    await sealAudit(job())
    await sealAudit(job())
    expect(await faults()).toEqual([])
    expect(await faults(Head!)).toMatchObject([{ Fault: 'noted head is not in the chain' }])
    await asOwner(`update audit_record set updated_info = 'Nur' where audit_record_id = $1`, first)
    await asOwner(
      'truncate audit_seal; insert into audit_seal select * from seals; truncate audit_seal_mark; insert into audit_seal_mark select * from marks; drop table seals, marks',
    )
    expect(await faults(Head!)).toEqual([])
  })

  test('audit log chain: the last hash of each day is stored and written to the server log', async () => {
    await asOwner(`update audit_seal_mark set reached = reached`)
    const tomorrow = { ...job(), clock: () => new Date(Date.now() + 86_400_000) }
    const logLines: string[] = []
    await sealAudit({ ...tomorrow, log: (text) => void logLines.push(text) })
    expect(logLines).toEqual([expect.stringMatching(/^Head of the audit log on \d{4}-\d\d-\d\d: \d+:[0-9a-f]{64}$/)])
    await asOwner(`update audit_head set hash = '\\x00'`)
    expect(await faults()).toMatchObject([{ Fault: 'head differs' }])
    await asOwner('delete from audit_head')
  })

  test('audit log chain: the chain stays valid after values are erased, and records the erasure', async () => {
    const erase = (...entries: number[]) =>
      app.sql(
        `select erase_audit_values('Customer', $1, $2::bigint[], '{}', '{"ErasedId": 1}')`,
        String(CustomerId),
        entries,
      )
    const [before] = await app.sql<{ salts: Buffer }>(
      'select salts from audit_seal where $1 = any(ids) and log = $2',
      first,
      'audit_record',
    )
    await erase(first)
    expect(
      await app.sql(`select previous_info, updated_info from audit_record where audit_record_id = $1`, first),
    ).toEqual([{ previous_info: null, updated_info: null }])
    const [after] = await app.sql<{ salts: Buffer }>(
      'select salts from audit_seal where $1 = any(ids) and log = $2',
      first,
      'audit_record',
    )
    const countErasedSalts = (salts: Buffer) =>
      salts
        .toString('hex')
        .match(/.{32}/g)!
        .filter((salt) => /^0+$/.test(salt)).length
    expect([countErasedSalts(before!.salts), countErasedSalts(after!.salts)]).toEqual([0, 1])
    await sealAudit(job())
    expect(await faults()).toEqual([])
    expect(
      await app.sql(
        `select updated_info::jsonb->>'Entries' as entries from audit_record where object_id = $1 and action_type = 'Erase'`,
        String(CustomerId),
      ),
    ).toEqual([{ entries: '1' }])

    // Detect erasure without the function, refilled entries and hidden erasures.
    await asOwner(`update audit_record set updated_info = 'Nur' where audit_record_id = $1`, first)
    expect(await faults()).toMatchObject([{ Fault: 'entry refilled', EntryId: first }])
    await asOwner(`update audit_record set updated_info = null where audit_record_id = $1`, first)
    await asOwner(
      `update audit_record set previous_info = null, updated_info = null where audit_record_id = $1`,
      second,
    )
    expect(await faults()).toMatchObject([{ Fault: 'entry changed', EntryId: second }])
    await asOwner(
      `insert into audit_erased_value select 'audit_record', $1, seal_no, '\\x00', (select max(erasure_id) from audit_erasure) from audit_seal where $1 = any(ids) and log = 'audit_record'`,
      second,
    )
    expect((await faults()).map(({ Fault }) => Fault)).toContain('erasure differs')
    await asOwner('delete from audit_erased_value where entry_id = $1', second)
    await asOwner(
      `update audit_record set previous_info = 'Nur', updated_info = 'Siti' where audit_record_id = $1`,
      second,
    )
    expect(await faults()).toEqual([])
  })

  test('audit log chain: entries of long transactions are added to the chain later, without blocking writers', async () => {
    const lateClient = await openClient(app.url, 'late')
    try {
      await lateClient.query('begin')
      await lateClient.query(`update customer set preferred_name = 'Late' where customer_id = $1`, [CustomerId])
      const otherCustomer = await registered(app.db, {})
      await app.call(updateCustomer, { CustomerId: otherCustomer.CustomerId, Version: 1, PreferredName: 'Early' })
      await sealAudit(job())
      expect((await proveAudit(job())).Waiting).toBe(0)
      await lateClient.query('commit')
      expect((await proveAudit(job())).Waiting).toBe(1)
      expect(await faults()).toEqual([])
      await sealAudit(job())
      await sealAudit(job())
      expect(await proveAudit(job())).toMatchObject({ Waiting: 0, Faults: [] })
    } finally {
      await lateClient.end()
    }
  })

  test('audit log chain: the database role of the application cannot write to the chain', async () => {
    for (const text of [
      'delete from audit_seal',
      `update audit_seal set hash = '\\x00'`,
      `insert into audit_head values (current_date, 1, '\\x00')`,
      'update audit_record set updated_info = null',
    ])
      await expect(app.sql(`set role carat_app; ${text}`)).rejects.toThrow('permission denied')
    await app.sql('reset role')
  })
})
