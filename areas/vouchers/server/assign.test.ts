import { describe, expect, test } from 'vitest'
import { kyselyOn } from '#kit/server/database.ts'
import { useApp } from '#tests/harness.ts'
import { assignVoucher, extendVoucher, releaseVoucher } from './index.ts'

const app = useApp({ at: '2026-11-22T04:00:00Z' })
const today = '2026-11-22'
const now = new Date('2026-11-22T04:00:00Z')

let types = 0
/** Vouchers of a type of their own, worth 100, with these last days. */
async function vouchers(...days: string[]) {
  const VoucherType = `T${++types}`
  const numbers = days.map((_, place) => `${VoucherType}-${place + 1}`)
  await app.sql(
    `insert into voucher (voucher_no, secret_sealed, key_id, voucher_type, value, expiry_date)
     select voucher_no, '\\x00', 'test', $1, 100, day::date from unnest($2::text[], $3::text[]) given (voucher_no, day)`,
    VoucherType,
    numbers,
    days,
  )
  return { VoucherType, numbers }
}
const at = () => ({ db: app.db, now, today })
let references = 0
const assign = (VoucherType: string, ReferenceCode = `RW2611${String(++references).padStart(7, '0')}`) =>
  assignVoucher(at(), { VoucherType, Value: '100.00', ReferenceCode })
const state = async (VoucherNo: string) => {
  const [row] = await app.sql<Record<string, unknown>>(
    `select status, is_assigned_yn as assigned, posted_to_pronto_yn as posted, assigned_to, expiry_date::text as expires from voucher where voucher_no = $1`,
    VoucherNo,
  )
  return row
}
const told = (VoucherNo: string) =>
  app.sql<{ kind: string; status: string; reference: string }>(
    `select kind, status, content->>'ReferenceCode' as reference from erp_outbox where voucher_no = $1 order by message_id`,
    VoucherNo,
  )
const confirmAll = (VoucherNo: string) =>
  app.sql(`select note_sent(message_id, now()) from erp_outbox where voucher_no = $1 and status = 'Queued'`, VoucherNo)

describe('a claim is given a voucher', () => {
  test('that ends first, is still good today, and of which the ERP is told', async () => {
    const { VoucherType, numbers } = await vouchers('2026-11-21', '2027-01-31', '2026-11-22')
    expect(await assign(VoucherType, 'RW26110900001')).toEqual({
      VoucherNo: numbers[2],
      VoucherType,
      Value: '100.00',
      ExpiryDate: '2026-11-22',
    })
    expect(await state(numbers[2]!)).toMatchObject({
      status: 'R',
      assigned: 'Y',
      posted: 'N',
      assigned_to: 'RW26110900001',
    })
    expect(await told(numbers[2]!)).toEqual([{ kind: 'assigned', status: 'Queued', reference: 'RW26110900001' }])
    expect((await assign(VoucherType))?.VoucherNo).toBe(numbers[1])
    expect(await assign(VoucherType)).toBeUndefined()
  })

  test('of no other type or value', async () => {
    const { VoucherType } = await vouchers('2027-01-31')
    const other = { Value: '99.99', ReferenceCode: 'RW26110900002' }
    expect(await assignVoucher(at(), { VoucherType, ...other })).toBeUndefined()
    expect(await assignVoucher(at(), { VoucherType: 'NONE', ...other, Value: '100.00' })).toBeUndefined()
  })

  test('and no two get the same: of 50 at once on 10 vouchers exactly 10 succeed', async () => {
    const { VoucherType, numbers } = await vouchers(...Array<string>(10).fill('2027-01-31'))
    const given = await Promise.all(Array.from({ length: 50 }, () => assign(VoucherType)))
    expect(given.flatMap((one) => one?.VoucherNo ?? []).sort()).toEqual([...numbers].sort())
    const [{ count } = { count: -1 }] = await app.sql<{ count: number }>(
      'select count(*)::int as count from erp_outbox where voucher_no = any ($1)',
      numbers,
    )
    expect(count).toBe(10)
  })

  test('or nothing of it, if the claim fails afterwards', async () => {
    const { VoucherType, numbers } = await vouchers('2027-01-31')
    const claim = app.db.transaction().execute(async (tx) => {
      await assignVoucher({ ...at(), db: tx }, { VoucherType, Value: '100.00', ReferenceCode: 'RW26110900003' })
      throw new Error('the claim failed')
    })
    await expect(claim).rejects.toThrow('the claim failed')
    expect(await state(numbers[0]!)).toMatchObject({ status: 'A', assigned: 'N' })
    expect(await told(numbers[0]!)).toEqual([])
  })
})

describe('a claim that is cancelled', () => {
  test('makes the voucher available again where the ERP cannot know of it', async () => {
    const { VoucherType, numbers } = await vouchers('2027-01-31')
    await assign(VoucherType)
    expect(await releaseVoucher(at(), numbers[0]!)).toBe('available')
    expect(await state(numbers[0]!)).toMatchObject({ status: 'A', assigned: 'N', assigned_to: null })
    expect((await told(numbers[0]!)).map(({ status }) => status)).toEqual(['Cancelled'])
    expect((await assign(VoucherType))?.VoucherNo).toBe(numbers[0])
  })

  test('voids a voucher that was posted, or may have been, and tells the ERP', async () => {
    const { VoucherType, numbers } = await vouchers('2027-01-31', '2027-02-28')
    for (const _ of numbers) await assign(VoucherType)
    await confirmAll(numbers[0]!)
    expect(await state(numbers[0]!)).toMatchObject({ posted: 'Y' })
    await app.sql('update erp_outbox set attempts = 1 where voucher_no = $1', numbers[1])
    for (const number of numbers) {
      expect(await releaseVoucher(at(), number)).toBe('void')
      expect(await state(number)).toMatchObject({ status: 'V', assigned: 'N', posted: 'N' })
      expect((await told(number)).map(({ kind }) => kind)).toEqual(['assigned', 'voided'])
    }
    await confirmAll(numbers[0]!)
    expect(await state(numbers[0]!)).toMatchObject({ status: 'V', posted: 'Y' })
  })

  test('finds a voucher that was used at a till where it is', async () => {
    const { VoucherType, numbers } = await vouchers('2027-01-31')
    await assign(VoucherType)
    await app.sql(`select use_voucher($1, 'INV1', now())`, numbers[0])
    expect(await releaseVoucher(at(), numbers[0]!)).toBe('used')
    expect(await state(numbers[0]!)).toMatchObject({ status: 'R', assigned: 'Y' })
  })

  test('succeeds once, however often it is asked for at the same time', async () => {
    const { VoucherType, numbers } = await vouchers('2027-01-31')
    await assign(VoucherType)
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => releaseVoucher(at(), numbers[0]!)))
    expect(outcomes.filter((one) => one === 'available')).toHaveLength(1)
    expect(outcomes.filter((one) => one === 'not assigned')).toHaveLength(11)
  })

  test('gives back no voucher that has ended since: it is expired', async () => {
    const { VoucherType, numbers } = await vouchers('2026-11-22')
    await assign(VoucherType)
    expect(await releaseVoucher({ ...at(), today: '2026-11-23' }, numbers[0]!)).toBe('available')
    expect(await state(numbers[0]!)).toMatchObject({ status: 'X' })
    expect(await assign(VoucherType)).toBeUndefined()
  })
})

test('a given voucher holds longer with its reward, and the ERP is told its new end; a used one does not', async () => {
  const { VoucherType, numbers } = await vouchers('2027-01-31')
  await assign(VoucherType)
  await confirmAll(numbers[0]!)
  expect(await extendVoucher(at(), numbers[0]!, '2027-01-31')).toBe(false)
  expect(await extendVoucher(at(), numbers[0]!, '2027-03-31')).toBe(true)
  expect(await state(numbers[0]!)).toMatchObject({ expires: '2027-03-31', posted: 'N' })
  await confirmAll(numbers[0]!)
  expect(await state(numbers[0]!)).toMatchObject({ posted: 'Y' })
  await app.sql(`select use_voucher($1, 'INV2', now())`, numbers[0])
  expect(await extendVoucher(at(), numbers[0]!, '2027-06-30')).toBe(false)
})

test('what was void comes back to nobody, and a voucher is void in the database only as long as nobody holds it', async () => {
  const { VoucherType, numbers } = await vouchers('2027-01-31')
  await app.sql(`update voucher set status = 'V' where voucher_no = $1`, numbers[0])
  expect(await assign(VoucherType)).toBeUndefined()
  await expect(
    app.sql(
      `update voucher set assigned_to = 'RW26110900009', assigned_at = now(), is_assigned_yn = 'Y' where voucher_no = $1`,
      numbers[0],
    ),
  ).rejects.toThrow('voucher_check')
})

test('the books of the application’s own role allow all of this', async () => {
  const { VoucherType } = await vouchers('2027-01-31')
  const client = await app.database.pool.connect()
  try {
    await client.query('begin; set local role carat_app')
    const here = { ...at(), db: kyselyOn(client) }
    const given = await assignVoucher(here, { VoucherType, Value: '100.00', ReferenceCode: 'RW26110900010' })
    expect(await releaseVoucher(here, given!.VoucherNo)).toBe('available')
    await client.query('commit')
  } finally {
    client.release()
  }
})
