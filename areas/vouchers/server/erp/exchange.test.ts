import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ErpSimulator, startErpSimulator } from '#app/server/demo-erp/simulator.ts'
import { hq, jobContext, staffWith, useApp } from '#tests/harness.ts'
import * as contract from '../../contract/erp.ts'
import { assignVoucher, extendVoucher, releaseVoucher } from '../index.ts'
import { type ErpClient, erpClient } from './client.ts'
import { exchange } from './exchange.ts'

const app = useApp({ at: '2026-11-22T04:00:00Z' })
const keeper = staffWith({ roles: ['Voucher Listing'], outlet: 'HQ' })
let erp: ErpSimulator

beforeAll(async () => {
  erp = await startErpSimulator({ clock: app.clock.now, slowMs: 300 })
  app.services.erp = erp.settings
})
afterAll(() => erp.stop())
beforeEach(async () => {
  erp.behave('answers')
  erp.refuse(undefined)
  app.clock.advance(3 * 3600)
  await talk()
})

const talk = (client: ErpClient = erpClient(erp.settings)) => exchange(jobContext(app), client)
const at = () => ({ db: app.db, now: app.clock.now(), today: '2026-11-22' })

let types = 0
/** So many vouchers of a type of their own, all but the `free` last ones given to rewards. */
async function given(count: number, free = 0) {
  const VoucherType = `T${++types}`
  const numbers = Array.from({ length: count + free }, (_, place) => `${VoucherType}-${place + 1}`)
  await app.sql(
    `insert into voucher (voucher_no, secret_sealed, key_id, voucher_type, value, expiry_date)
     select n, '\\x00', 'test', $1, 100, '2027-01-31' from unnest($2::text[]) n`,
    VoucherType,
    numbers,
  )
  for (const place of numbers.slice(0, count).keys())
    await assignVoucher(at(), { VoucherType, Value: '100', ReferenceCode: `RW2611${VoucherType}${place}` })
  const rows = await app.sql<{ voucher_no: string }>(
    `select voucher_no from voucher where voucher_type = $1 order by assigned_at is null, voucher_no`,
    VoucherType,
  )
  return rows.map(({ voucher_no }) => voucher_no)
}
const state = async (VoucherNo: string) => {
  const [row] = await app.sql<Record<string, unknown>>(
    'select status, posted_to_pronto_yn as posted, used_invoice_no as invoice from voucher where voucher_no = $1',
    VoucherNo,
  )
  return row
}
const messages = (VoucherNo: string) =>
  app.sql<{ message_id: string; kind: string; status: string; attempts: number; error: string | null }>(
    'select message_id, kind, status, attempts, error from erp_outbox where voucher_no = $1 order by message_id',
    VoucherNo,
  )
const takenOf = (VoucherNo: string) => erp.taken().filter((message) => message.VoucherNo === VoucherNo)
const status = async () => (await app.call(contract.erpStatus, {}, keeper)).body
const heard = async (MessageId: string) => {
  const { body } = await app.call(contract.listTillUses, { Rows: 1000 }, keeper)
  return body.rows.find((use) => use.MessageId === MessageId)
}

describe('the ERP is told', () => {
  test('of a voucher that was given, and the voucher is posted once it has confirmed that', async () => {
    const [VoucherNo = ''] = await given(1)
    expect(await state(VoucherNo)).toMatchObject({ posted: 'N' })
    await talk()
    expect(await state(VoucherNo)).toMatchObject({ posted: 'Y' })
    expect(takenOf(VoucherNo)).toMatchObject([{ Kind: 'assigned', Value: '100.00', ExpiryDate: '2027-01-31' }])
    expect(await status()).toMatchObject({ State: 'answers', Queued: 0 })
  })

  test('of one voucher in the order in which it happened, also where the first message fails for a while', async () => {
    const [VoucherNo = ''] = await given(1)
    erp.behave('fails')
    const failing = { ...erpClient(erp.settings), fetchMessages: async () => [] }
    await talk(failing)
    await extendVoucher(at(), VoucherNo, '2027-03-31')
    await releaseVoucher(at(), VoucherNo)
    await talk(failing)
    expect(await messages(VoucherNo)).toMatchObject([
      { attempts: 1, error: '500 The simulator was told to fail' },
      { attempts: 0 },
      { attempts: 0 },
    ])
    erp.behave('answers')
    app.clock.advance(600)
    await talk()
    // The new date was never tried, so it is not told of a voucher that is void.
    expect(takenOf(VoucherNo).map(({ Kind, ExpiryDate }) => [Kind, ExpiryDate])).toEqual([
      ['assigned', '2027-01-31'],
      ['voided', '2027-03-31'],
    ])
    expect(await state(VoucherNo)).toMatchObject({ status: 'V', posted: 'Y' })
  })

  test('once, also where its answer was lost: the same message comes under the same number', async () => {
    const [VoucherNo = ''] = await given(1)
    erp.behave('forgets')
    await talk()
    expect(await state(VoucherNo)).toMatchObject({ posted: 'N' })
    erp.behave('answers')
    app.clock.advance(60)
    await talk()
    const [message] = await messages(VoucherNo)
    expect(message).toMatchObject({ status: 'Sent', attempts: 2 })
    expect(erp.repeated()).toContain(message!.message_id)
    expect(takenOf(VoucherNo)).toHaveLength(1)
    expect(await state(VoucherNo)).toMatchObject({ posted: 'Y' })
  })

  test('by the next sender, where one was killed before it could note the answer', async () => {
    const [VoucherNo = ''] = await given(1)
    const sound = erpClient(erp.settings)
    const killed = {
      ...sound,
      send: (message: contract.VoucherMessage) => sound.send(message).then(() => Promise.reject(new Error('killed'))),
    }
    await expect(talk(killed)).rejects.toThrow('killed')
    expect(await messages(VoucherNo)).toMatchObject([{ status: 'Queued', attempts: 1 }])
    // Anyone who takes the claim back meanwhile cannot know whether it arrived.
    expect(await releaseVoucher(at(), VoucherNo)).toBe('void')
    app.clock.advance(60)
    await talk()
    expect(takenOf(VoucherNo).map(({ Kind }) => Kind)).toEqual(['assigned', 'voided'])
    expect(await state(VoucherNo)).toMatchObject({ status: 'V', posted: 'Y' })
  })

  test('by one sender at a time, however many begin', async () => {
    const numbers = await given(5)
    await Promise.all(Array.from({ length: 6 }, () => talk()))
    expect(numbers.map((number) => takenOf(number).length)).toEqual([1, 1, 1, 1, 1])
    for (const number of numbers) expect(await messages(number)).toMatchObject([{ attempts: 1, status: 'Sent' }])
  })

  test('nothing of a claim that was taken back before anybody tried', async () => {
    const [VoucherNo = ''] = await given(1)
    expect(await releaseVoucher(at(), VoucherNo)).toBe('available')
    await talk()
    expect(takenOf(VoucherNo)).toEqual([])
  })
})

describe('an ERP that is down for an hour', () => {
  test('is asked a few times, costs no message a try, and is told everything once it is back', async () => {
    const numbers = await given(20)
    erp.behave('down')
    const before = erp.asked()
    for (let minute = 0; minute < 60; minute++) {
      await talk()
      app.clock.advance(60)
    }
    expect(erp.asked() - before).toBeGreaterThan(3)
    expect(erp.asked() - before).toBeLessThan(20)
    expect(await status()).toMatchObject({ State: 'away', Error: 'connection', Failed: 0, Queued: 20 })
    expect(await messages(numbers[0]!)).toMatchObject([{ attempts: 0 }])
    // So a claim that is taken back in this hour leaves its voucher to others.
    expect(await releaseVoucher(at(), numbers[0]!)).toBe('available')
    erp.behave('answers')
    app.clock.advance(15 * 60)
    await talk()
    expect(numbers.map((number) => takenOf(number).length)).toEqual([0, ...Array<number>(19).fill(1)])
    expect(await status()).toMatchObject({ State: 'answers', FailingSince: null, Error: null, Queued: 0 })
  })

  test('is asked at once when somebody wants that', async () => {
    erp.behave('down')
    await talk()
    const before = erp.asked()
    await talk()
    expect(erp.asked()).toBe(before)
    erp.behave('answers')
    expect((await app.call(contract.exchangeNow, {}, hq)).status).toBe(200)
    await talk()
    expect(await status()).toMatchObject({ State: 'answers' })
    app.services.erp = null
    expect((await app.call(contract.exchangeNow, {}, hq)).refusal.code).toBe('vouchers.no_erp')
    app.services.erp = erp.settings
  })

  test.each([
    ['answers too late', 'timeout', () => erp.behave('slow'), () => erpClient(erp.settings, 50)],
    ['has an unknown host', 'host', () => {}, () => erpClient({ ...erp.settings, url: 'http://erp.invalid' })],
    ['does not listen', 'refused', () => {}, () => erpClient({ ...erp.settings, url: 'http://127.0.0.1:59' })],
    ['does not know the secret', 'status 401', () => {}, () => erpClient({ ...erp.settings, secret: 'another' })],
    ['has moved', 'status 404', () => {}, () => erpClient({ ...erp.settings, url: `${erp.settings.url}/elsewhere` })],
  ])('or %s is away, and no message is given up for it', async (_, reason, behave, client) => {
    const [VoucherNo = ''] = await given(1)
    behave()
    await talk(client())
    expect(await status()).toMatchObject({ State: 'away', Error: reason })
    expect(await messages(VoucherNo)).toMatchObject([{ status: 'Queued', attempts: 0 }])
    erp.behave('answers')
    app.clock.advance(60)
    await talk()
    expect(takenOf(VoucherNo)).toHaveLength(1)
  })
})

describe('a message that the ERP refuses', () => {
  test('stands in the list, holds back what comes after it, and goes out again under its number when somebody sends it', async () => {
    const [VoucherNo = '', other = ''] = await given(2)
    erp.refuse(VoucherNo)
    await talk()
    await extendVoucher(at(), VoucherNo, '2027-03-31')
    await talk()
    expect(takenOf(other)).toHaveLength(1)
    const { body } = await app.call(contract.listErpMessages, { Search: { VoucherNo, Status: 'Failed' } }, keeper)
    expect(body.rows).toMatchObject([{ Attempts: 1, Error: `422 Voucher ${VoucherNo} is refused`, NextTryAt: null }])
    expect(await messages(VoucherNo)).toMatchObject([{ status: 'Failed' }, { status: 'Queued', attempts: 0 }])
    expect(await status()).toMatchObject({ Failed: 1, State: 'answers' })

    erp.refuse(undefined)
    const { MessageId } = body.rows[0]!
    expect((await app.call(contract.sendErpMessageAgain, { MessageId }, hq)).body).toMatchObject({ Status: 'Queued' })
    expect((await app.call(contract.sendErpMessageAgain, { MessageId }, hq)).refusal.code).toBe(
      'vouchers.message_not_failed',
    )
    await talk()
    expect(takenOf(VoucherNo).map((message) => [message.MessageId === MessageId, message.ExpiryDate])).toEqual([
      [true, '2027-01-31'],
      [false, '2027-03-31'],
    ])
    expect(await state(VoucherNo)).toMatchObject({ posted: 'Y' })
  })

  test('is withdrawn with a reason, and the next one about its voucher leaves', async () => {
    const [VoucherNo = ''] = await given(1)
    erp.refuse(VoucherNo)
    await talk()
    await releaseVoucher(at(), VoucherNo)
    erp.refuse(undefined)
    const [{ message_id: MessageId } = { message_id: '' }] = await messages(VoucherNo)
    expect(
      (await app.call(contract.withdrawErpMessage, { MessageId, Reason: 'Typed in there by hand' }, hq)).status,
    ).toBe(200)
    await talk()
    expect(takenOf(VoucherNo).map(({ Kind }) => Kind)).toEqual(['voided'])
  })

  test('with an error of the ERP’s own is tried less and less often, and given up after a dozen', async () => {
    const [VoucherNo = ''] = await given(1)
    const sound = erpClient(erp.settings)
    const stumbling: ErpClient = { ...sound, send: async () => ({ outcome: 'fault', reason: '500 Out of order' }) }
    for (let hour = 0; hour < 13; hour++) {
      await talk(stumbling)
      await talk(stumbling)
      app.clock.advance(2 * 3600)
    }
    expect(await messages(VoucherNo)).toMatchObject([{ status: 'Failed', attempts: 12, error: '500 Out of order' }])
    const [{ message_id: MessageId } = { message_id: '' }] = await messages(VoucherNo)
    await app.call(contract.withdrawErpMessage, { MessageId, Reason: 'Tried' }, hq)
  })
})

describe('a voucher that was used at a till', () => {
  test('is used here too, once, however often the ERP tells it', async () => {
    const [VoucherNo = ''] = await given(1)
    await talk()
    const told = erp.useVoucher({ VoucherNo: VoucherNo.toLowerCase(), InvoiceNo: 'INV1', OutletCode: 'KLCC' })
    await talk()
    expect(erp.waiting()).toEqual([])
    const before = await state(VoucherNo)
    expect(before).toEqual({ status: 'R', posted: 'Y', invoice: 'INV1' })
    erp.offer(told.MessageId, told)
    await talk()
    erp.useVoucher({ VoucherNo, InvoiceNo: 'INV1' })
    await talk()
    expect(await state(VoucherNo)).toEqual(before)
    expect(await heard(told.MessageId)).toMatchObject({ Status: 'Applied', InvoiceNo: 'INV1', OutletCode: 'KLCC' })
    expect(await releaseVoucher(at(), VoucherNo)).toBe('used')
  })

  test('is told again by an ERP whose confirmation was lost, and nothing happens twice', async () => {
    const [VoucherNo = ''] = await given(1)
    const { MessageId } = erp.useVoucher({ VoucherNo, InvoiceNo: 'INV2' })
    const sound = erpClient(erp.settings)
    const killed = { ...sound, confirm: () => Promise.reject(new Error('killed')) }
    await expect(talk(killed)).rejects.toThrow('killed')
    expect(erp.waiting()).toHaveLength(1)
    expect(await state(VoucherNo)).toMatchObject({ invoice: null })
    await talk()
    expect(await state(VoucherNo)).toMatchObject({ invoice: 'INV2' })
    expect(await heard(MessageId)).toMatchObject({ Status: 'Applied' })
  })

  test('on two invoices is looked at by somebody, and stays with the first', async () => {
    const [VoucherNo = ''] = await given(1)
    erp.useVoucher({ VoucherNo, InvoiceNo: 'INV3' })
    await talk()
    const { MessageId } = erp.useVoucher({ VoucherNo, InvoiceNo: 'INV4' })
    await talk()
    expect(await state(VoucherNo)).toMatchObject({ invoice: 'INV3' })
    expect(await heard(MessageId)).toMatchObject({ Status: 'Review', Reason: 'used before' })
    const reviewed = await app.call(
      contract.reviewTillUse,
      { MessageId, Remark: 'The cashier typed a wrong number' },
      keeper,
    )
    expect(reviewed.body).toMatchObject({ Status: 'Reviewed', ReviewRemark: 'The cashier typed a wrong number' })
    expect((await app.call(contract.reviewTillUse, { MessageId, Remark: 'Again' }, keeper)).refusal.code).toBe(
      'vouchers.message_not_to_review',
    )
  })

  test('though nobody held it is used, is given to no claim, and is looked at', async () => {
    const [, VoucherNo = ''] = await given(1, 1)
    const { MessageId } = erp.useVoucher({ VoucherNo, InvoiceNo: 'INV5' })
    await talk()
    expect(await heard(MessageId)).toMatchObject({ Status: 'Review', Reason: 'not assigned' })
    expect(await state(VoucherNo)).toMatchObject({ status: 'R', invoice: 'INV5' })
    const again = { VoucherType: VoucherNo.split('-')[0]!, Value: '100', ReferenceCode: 'RW26119999999' }
    expect(await assignVoucher(at(), again)).toBeUndefined()
  })

  test('and is unknown waits, and is used once a file has brought it', async () => {
    const { MessageId } = erp.useVoucher({ VoucherNo: 'LATE-1', InvoiceNo: 'INV6' })
    await talk()
    expect(await heard(MessageId)).toMatchObject({ Status: 'Review', Reason: 'unknown' })
    await app.sql(
      `insert into voucher (voucher_no, secret_sealed, key_id, voucher_type, value, expiry_date, status, is_assigned_yn, assigned_to, assigned_at)
       values ('LATE-1', '\\x00', 'test', 'G', 100, '2027-01-31', 'R', 'Y', 'RW26118888888', now())`,
    )
    await talk()
    expect(await heard(MessageId)).toMatchObject({ Status: 'Applied', Reason: null })
    expect(await state('LATE-1')).toMatchObject({ invoice: 'INV6' })
  })

  test('and void is looked at, and stays void', async () => {
    const [VoucherNo = ''] = await given(1)
    await talk()
    await releaseVoucher(at(), VoucherNo)
    const { MessageId } = erp.useVoucher({ VoucherNo, InvoiceNo: 'INV7' })
    await talk()
    expect(await heard(MessageId)).toMatchObject({ Status: 'Review', Reason: 'void' })
    expect(await state(VoucherNo)).toMatchObject({ status: 'V', invoice: null })
  })
})

describe('what nobody understands', () => {
  test('is kept and looked at; what comes with it is followed', async () => {
    const [VoucherNo = ''] = await given(1)
    erp.offer('odd-1', { MessageId: 'odd-1', Kind: 'used', VoucherNo: '\ud800\0', UsedAt: 'yesterday' })
    erp.offer('odd-2', { MessageId: 'odd-2', Kind: 'stolen', VoucherNo })
    erp.useVoucher({ VoucherNo, InvoiceNo: 'INV8' })
    await talk()
    expect(await heard('odd-1')).toMatchObject({ Status: 'Review', Reason: 'malformed', UsedAt: null })
    expect(await heard('odd-2')).toMatchObject({ Status: 'Review', Reason: 'malformed', VoucherNo })
    expect(await state(VoucherNo)).toMatchObject({ invoice: 'INV8' })
    expect(erp.waiting()).toEqual([])
  })

  test('and has no number is said to the operator, and stops nothing else', async () => {
    const [VoucherNo = ''] = await given(1)
    erp.offer('nameless', { Kind: 'used', VoucherNo })
    erp.useVoucher({ VoucherNo, InvoiceNo: 'INV9' })
    await talk()
    expect(await status()).toMatchObject({ State: 'away', Error: 'number' })
    expect(await state(VoucherNo)).toMatchObject({ invoice: 'INV9' })
    erp.forget('nameless')
  })
})

test('outlets see nothing of it, and only head office that keeps settings sends again', async () => {
  expect((await app.call(contract.listErpMessages, {}, staffWith({ roles: ['Voucher Listing'] }))).status).toBe(403)
  expect((await app.call(contract.exchangeNow, {}, keeper)).status).toBe(403)
})

test('the calls of the simulator exist nowhere but in the demo', async () => {
  expect((await app.call(contract.useVoucherAtTill, { VoucherNo: 'X', InvoiceNo: 'Y' }, hq)).status).toBe(404)
})
