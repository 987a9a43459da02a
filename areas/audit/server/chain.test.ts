import { beforeEach, describe, expect, test } from 'vitest'
import { updateCustomer } from '#areas/customers/contract/customers.ts'
import { openClient } from '#kit/server/database.ts'
import type { JobContext } from '#kit/server/job-context.ts'
import { programNamed } from '#kit/server/signed.ts'
import { registered } from '#tests/factories/customers.ts'
import { useApp } from '#tests/harness.ts'
import { proveAudit } from './prove-audit.ts'
import { sealAudit } from './seal-audit.ts'

const app = useApp()

const job = (logged: string[] = []): JobContext => ({
  origin: programNamed('seal-audit'),
  database: app.database,
  directUrl: app.url,
  clock: app.clock.now,
  timeZone: 'Asia/Kuala_Lumpur',
  log: (text) => void logged.push(text),
})
const faults = async (head?: string) => (await proveAudit(job(), head)).Faults

/** A customer whose name was changed twice, and all of it sealed. */
async function changedTwice() {
  const { CustomerId } = await registered(app.db, { PreferredName: 'Aisyah' })
  await app.call(updateCustomer, { CustomerId, Version: 1, PreferredName: 'Nur' })
  await app.call(updateCustomer, { CustomerId, Version: 2, PreferredName: 'Siti' })
  await sealAudit(job())
  // A second round: anyone who was writing during the first has ended.
  await sealAudit(job())
  const rows = await app.sql<{ id: string }>(
    `select audit_record_id::text as id from audit_record where object_type = 'Customer' and object_id = $1 and updated_field_name = 'PreferredName' order by audit_record_id`,
    String(CustomerId),
  )
  return { CustomerId, entries: rows.map(({ id }) => Number(id)) }
}

/** What a superuser does, undone afterwards by the opposite. */
const asOwner = (text: string, ...values: unknown[]) => app.sql(text, ...values)

describe('abuse case 68: the chain of the audit log', () => {
  let CustomerId: number
  let first: number
  let second: number
  beforeEach(async () => {
    const made = await changedTwice()
    CustomerId = made.CustomerId
    ;[first, second] = made.entries as [number, number]
  })

  test('names an entry whose value, author, moment or record was changed', async () => {
    for (const [column, value, before] of [
      ['updated_info', 'Somebody', 'Nur'],
      ['previous_info', null, 'Aisyah'],
      ['updated_by', 'somebody else', undefined],
      ['object_id', '0', undefined],
      ['outlet_code', 'IPH', undefined],
    ] as const) {
      const [kept] = await app.sql<{ was: string }>(
        `select ${column} as was from audit_record where audit_record_id = $1`,
        first,
      )
      await asOwner(`update audit_record set ${column} = $2 where audit_record_id = $1`, first, value)
      expect(await faults()).toEqual([
        expect.objectContaining({ Fault: 'entry changed', Log: 'audit_record', EntryId: first }),
      ])
      await asOwner(`update audit_record set ${column} = $2 where audit_record_id = $1`, first, before ?? kept!.was)
    }
    expect(await faults()).toEqual([])
  })

  test('names a sentence of the text log that was changed', async () => {
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

  test('names an entry that was deleted, and one that was slipped in', async () => {
    const columns = (
      await app.sql<{ name: string }>(
        `select string_agg(attname, ', ' order by attnum) as name from pg_attribute where attrelid = 'audit_record'::regclass and attnum > 0`,
      )
    )[0]!.name
    await asOwner(
      `create table kept as select ${columns} from audit_record where audit_record_id = $1`.replace('$1', `${first}`),
    )
    await asOwner('delete from audit_record where audit_record_id = $1', first)
    expect(await faults()).toEqual([expect.objectContaining({ Fault: 'entry missing', EntryId: first })])
    await asOwner(`insert into audit_record (${columns}) overriding system value select * from kept`)
    expect(await faults()).toEqual([])

    // Under a number that was passed over, and a second time under one that is there.
    const [gap] = await app.sql<{ id: string }>(
      `select nextval(pg_get_serial_sequence('audit_record', 'audit_record_id'))::text as id`,
    )
    await app.call(updateCustomer, { CustomerId, Version: 3, PreferredName: 'Nur' })
    await sealAudit(job())
    await sealAudit(job())
    for (const id of [Number(gap!.id), first]) {
      await asOwner(`update kept set audit_record_id = $1, audited_at = audited_at - interval '1 second'`, id)
      await asOwner(`insert into audit_record (${columns}) overriding system value select * from kept`)
      expect(await faults()).toEqual([expect.objectContaining({ Fault: 'entry inserted', EntryId: id })])
      await asOwner(
        'delete from audit_record where (audited_at, audit_record_id) in (select audited_at, audit_record_id from kept)',
      )
    }
    await asOwner('drop table kept')
    expect(await faults()).toEqual([])
  })

  test('names entries that changed places', async () => {
    const swap = () =>
      asOwner(
        `update audit_record r set previous_info = o.previous_info, updated_info = o.updated_info from audit_record o
       where (r.audit_record_id, o.audit_record_id) in (($1::bigint, $2::bigint), ($2::bigint, $1::bigint))`,
        first,
        second,
      )
    await swap()
    expect((await faults()).map(({ Fault, EntryId }) => [Fault, EntryId])).toEqual([
      ['entry changed', first],
      ['entry changed', second],
    ])
    await swap()
    // Of a seal itself too.
    const [seal] = await app.sql<{ no: string; ids: string[] }>(
      'select seal_no::text as no, ids::text[] from audit_seal where cardinality(ids) > 1 order by seal_no desc limit 1',
    )
    await asOwner('update audit_seal set ids = $2::bigint[] where seal_no = $1', seal!.no, seal!.ids.toReversed())
    expect(await faults()).not.toEqual([])
    await asOwner('update audit_seal set ids = $2::bigint[] where seal_no = $1', seal!.no, seal!.ids)
    expect(await faults()).toEqual([])
  })

  test('does not believe a chain that was calculated again: a head noted elsewhere is not in it', async () => {
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

  test('keeps the last hash of each day, and the log of the server shows it', async () => {
    await asOwner(`update audit_seal_mark set reached = reached`)
    const tomorrow = { ...job(), clock: () => new Date(Date.now() + 86_400_000) }
    const logged: string[] = []
    await sealAudit({ ...tomorrow, log: (text) => void logged.push(text) })
    expect(logged).toEqual([expect.stringMatching(/^Head of the audit log on \d{4}-\d\d-\d\d: \d+:[0-9a-f]{64}$/)])
    await asOwner(`update audit_head set hash = '\\x00'`)
    expect(await faults()).toMatchObject([{ Fault: 'head differs' }])
    await asOwner('delete from audit_head')
  })

  test('goes on without its values: who, when and which record stay proved, and that they were erased is written down', async () => {
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
    const zeros = (salts: Buffer) =>
      salts
        .toString('hex')
        .match(/.{32}/g)!
        .filter((salt) => /^0+$/.test(salt)).length
    expect([zeros(before!.salts), zeros(after!.salts)]).toEqual([0, 1])
    await sealAudit(job())
    expect(await faults()).toEqual([])
    expect(
      await app.sql(
        `select updated_info::jsonb->>'Entries' as entries from audit_record where object_id = $1 and action_type = 'Erase'`,
        String(CustomerId),
      ),
    ).toEqual([{ entries: '1' }])

    // Who empties an entry without that function, fills one again or hides which were erased is found.
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

  test('seals an entry whose transaction ends late, and makes nobody wait', async () => {
    const late = await openClient(app.url, 'late')
    try {
      await late.query('begin')
      await late.query(`update customer set preferred_name = 'Late' where customer_id = $1`, [CustomerId])
      const other = await registered(app.db, {})
      await app.call(updateCustomer, { CustomerId: other.CustomerId, Version: 1, PreferredName: 'Early' })
      await sealAudit(job())
      expect((await proveAudit(job())).Waiting).toBe(0)
      await late.query('commit')
      expect((await proveAudit(job())).Waiting).toBe(1)
      expect(await faults()).toEqual([])
      await sealAudit(job())
      await sealAudit(job())
      expect(await proveAudit(job())).toMatchObject({ Waiting: 0, Faults: [] })
    } finally {
      await late.end()
    }
  })

  test('is written by nobody but the database', async () => {
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
