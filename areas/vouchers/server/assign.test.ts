import { describe, expect, test } from 'vitest'
import { createKysely } from '#kit/server/database.ts'
import { useApp } from '#tests/harness.ts'
import { assignVoucher, extendVoucher, releaseVoucher } from './index.ts'

const app = useApp({ at: '2026-11-22T04:00:00Z' })
const today = '2026-11-22'
const now = new Date('2026-11-22T04:00:00Z')

let types = 0
/** Creates vouchers of a new type with a value of 100 and these expiry dates. */
async function createVouchers(...days: string[]) {
  const VoucherType = `T${++types}`
  const numbers = days.map((_, index) => `${VoucherType}-${index + 1}`)
  await app.sql(
    `insert into voucher (voucher_no, secret_sealed, key_id, voucher_type, value, expiry_date)
     select voucher_no, '\\x00', 'test', $1, 100, day::date from unnest($2::text[], $3::text[]) input (voucher_no, day)`,
    VoucherType,
    numbers,
    days,
  )
  return { VoucherType, numbers }
}
const context = () => ({ db: app.db, now, today })
let references = 0
const assign = (VoucherType: string, ReferenceCode = `RW2611${String(++references).padStart(7, '0')}`) =>
  assignVoucher(context(), { VoucherType, Value: '100.00', ReferenceCode })
const readVoucher = async (VoucherNo: string) => {
  const [row] = await app.sql<Record<string, unknown>>(
    `select status, is_assigned_yn as assigned, posted_to_pronto_yn as posted, assigned_to, expiry_date::text as expires from voucher where voucher_no = $1`,
    VoucherNo,
  )
  return row
}
const erpMessages = (VoucherNo: string) =>
  app.sql<{ kind: string; status: string; reference: string }>(
    `select kind, status, content->>'ReferenceCode' as reference from erp_outbox where voucher_no = $1 order by message_id`,
    VoucherNo,
  )
const confirmAll = (VoucherNo: string) =>
  app.sql(`select note_sent(message_id, now()) from erp_outbox where voucher_no = $1 and status = 'Queued'`, VoucherNo)

describe('assignment of a voucher', () => {
  test('assign voucher: the valid voucher that expires first is assigned, and a message to the ERP is queued', async () => {
    const { VoucherType, numbers } = await createVouchers('2026-11-21', '2027-01-31', '2026-11-22')
    expect(await assign(VoucherType, 'RW26110900001')).toEqual({
      VoucherNo: numbers[2],
      VoucherType,
      Value: '100.00',
      ExpiryDate: '2026-11-22',
    })
    expect(await readVoucher(numbers[2]!)).toMatchObject({
      status: 'R',
      assigned: 'Y',
      posted: 'N',
      assigned_to: 'RW26110900001',
    })
    expect(await erpMessages(numbers[2]!)).toEqual([{ kind: 'assigned', status: 'Queued', reference: 'RW26110900001' }])
    expect((await assign(VoucherType))?.VoucherNo).toBe(numbers[1])
    expect(await assign(VoucherType)).toBeUndefined()
  })

  test('assign voucher: a request gets no voucher if only vouchers of another type or value are available', async () => {
    const { VoucherType } = await createVouchers('2027-01-31')
    const request = { Value: '99.99', ReferenceCode: 'RW26110900002' }
    expect(await assignVoucher(context(), { VoucherType, ...request })).toBeUndefined()
    expect(await assignVoucher(context(), { VoucherType: 'NONE', ...request, Value: '100.00' })).toBeUndefined()
  })

  test('assign voucher: of 50 concurrent requests for 10 vouchers exactly 10 succeed', async () => {
    const { VoucherType, numbers } = await createVouchers(...Array<string>(10).fill('2027-01-31'))
    const assigned = await Promise.all(Array.from({ length: 50 }, () => assign(VoucherType)))
    expect(assigned.flatMap((voucher) => voucher?.VoucherNo ?? []).sort()).toEqual([...numbers].sort())
    const [{ count } = { count: -1 }] = await app.sql<{ count: number }>(
      'select count(*)::int as count from erp_outbox where voucher_no = any ($1)',
      numbers,
    )
    expect(count).toBe(10)
  })

  test('assign voucher: if the claim fails later, the assignment and the message are rolled back', async () => {
    const { VoucherType, numbers } = await createVouchers('2027-01-31')
    const claim = app.db.transaction().execute(async (tx) => {
      await assignVoucher({ ...context(), db: tx }, { VoucherType, Value: '100.00', ReferenceCode: 'RW26110900003' })
      throw new Error('the claim failed')
    })
    await expect(claim).rejects.toThrow('the claim failed')
    expect(await readVoucher(numbers[0]!)).toMatchObject({ status: 'A', assigned: 'N' })
    expect(await erpMessages(numbers[0]!)).toEqual([])
  })
})

describe('release of a voucher', () => {
  test('release voucher: the voucher becomes available again if no message to the ERP was attempted', async () => {
    const { VoucherType, numbers } = await createVouchers('2027-01-31')
    await assign(VoucherType)
    expect(await releaseVoucher(context(), numbers[0]!)).toBe('available')
    expect(await readVoucher(numbers[0]!)).toMatchObject({ status: 'A', assigned: 'N', assigned_to: null })
    expect((await erpMessages(numbers[0]!)).map(({ status }) => status)).toEqual(['Cancelled'])
    expect((await assign(VoucherType))?.VoucherNo).toBe(numbers[0])
  })

  test('release voucher: if the ERP may know the assignment, the voucher becomes void and the ERP is notified', async () => {
    const { VoucherType, numbers } = await createVouchers('2027-01-31', '2027-02-28')
    for (const _ of numbers) await assign(VoucherType)
    await confirmAll(numbers[0]!)
    expect(await readVoucher(numbers[0]!)).toMatchObject({ posted: 'Y' })
    await app.sql('update erp_outbox set attempts = 1 where voucher_no = $1', numbers[1])
    for (const number of numbers) {
      expect(await releaseVoucher(context(), number)).toBe('void')
      expect(await readVoucher(number)).toMatchObject({ status: 'V', assigned: 'N', posted: 'N' })
      expect((await erpMessages(number)).map(({ kind }) => kind)).toEqual(['assigned', 'voided'])
    }
    await confirmAll(numbers[0]!)
    expect(await readVoucher(numbers[0]!)).toMatchObject({ status: 'V', posted: 'Y' })
  })

  test('release voucher: a used voucher cannot be released', async () => {
    const { VoucherType, numbers } = await createVouchers('2027-01-31')
    await assign(VoucherType)
    await app.sql(`select use_voucher($1, 'INV1', now())`, numbers[0])
    expect(await releaseVoucher(context(), numbers[0]!)).toBe('used')
    expect(await readVoucher(numbers[0]!)).toMatchObject({ status: 'R', assigned: 'Y' })
  })

  test('release voucher: of twelve concurrent releases one succeeds', async () => {
    const { VoucherType, numbers } = await createVouchers('2027-01-31')
    await assign(VoucherType)
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => releaseVoucher(context(), numbers[0]!)))
    expect(outcomes.filter((outcome) => outcome === 'available')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'not assigned')).toHaveLength(11)
  })

  test('release voucher: a voucher released after its expiry date becomes expired instead of available', async () => {
    const { VoucherType, numbers } = await createVouchers('2026-11-22')
    await assign(VoucherType)
    expect(await releaseVoucher({ ...context(), today: '2026-11-23' }, numbers[0]!)).toBe('available')
    expect(await readVoucher(numbers[0]!)).toMatchObject({ status: 'X' })
    expect(await assign(VoucherType)).toBeUndefined()
  })
})

test('extend voucher: an assigned voucher gets a later date and is sent to the ERP again, and a used one is refused', async () => {
  const { VoucherType, numbers } = await createVouchers('2027-01-31')
  await assign(VoucherType)
  await confirmAll(numbers[0]!)
  expect(await extendVoucher(context(), numbers[0]!, '2027-01-31')).toBe(false)
  expect(await extendVoucher(context(), numbers[0]!, '2027-03-31')).toBe(true)
  expect(await readVoucher(numbers[0]!)).toMatchObject({ expires: '2027-03-31', posted: 'N' })
  await confirmAll(numbers[0]!)
  expect(await readVoucher(numbers[0]!)).toMatchObject({ posted: 'Y' })
  await app.sql(`select use_voucher($1, 'INV2', now())`, numbers[0])
  expect(await extendVoucher(context(), numbers[0]!, '2027-06-30')).toBe(false)
})

test('void voucher: a void voucher cannot be assigned, not even by a direct update in the database', async () => {
  const { VoucherType, numbers } = await createVouchers('2027-01-31')
  await app.sql(`update voucher set status = 'V' where voucher_no = $1`, numbers[0])
  expect(await assign(VoucherType)).toBeUndefined()
  await expect(
    app.sql(
      `update voucher set assigned_to = 'RW26110900009', assigned_at = now(), is_assigned_yn = 'Y' where voucher_no = $1`,
      numbers[0],
    ),
  ).rejects.toThrow('voucher_check')
})

test('vouchers: the application’s database role can assign and release vouchers', async () => {
  const { VoucherType } = await createVouchers('2027-01-31')
  const client = await app.database.pool.connect()
  try {
    await client.query('begin; set local role carat_app')
    const appContext = { ...context(), db: createKysely(client) }
    const assigned = await assignVoucher(appContext, { VoucherType, Value: '100.00', ReferenceCode: 'RW26110900010' })
    expect(await releaseVoucher(appContext, assigned!.VoucherNo)).toBe('available')
    await client.query('commit')
  } finally {
    client.release()
  }
})
