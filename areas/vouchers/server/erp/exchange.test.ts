import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ErpSimulator, startErpSimulator } from '#app/server/demo-erp/simulator.ts'
import { hq, jobContext, staffWith, useApp } from '#tests/harness.ts'
import * as contract from '../../contract/erp.ts'
import { assignVoucher, extendVoucher, releaseVoucher } from '../index.ts'
import { createErpClient, type ErpClient } from './client.ts'
import { runErpExchange } from './exchange.ts'

const app = useApp({ at: '2026-11-22T04:00:00Z' })
const headOffice = staffWith({ roles: ['Voucher Listing'], outlet: 'HQ' })
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
  await runExchange()
})

const runExchange = (client: ErpClient = createErpClient(erp.settings)) => runErpExchange(jobContext(app), client)
const context = () => ({ db: app.db, now: app.clock.now(), today: '2026-11-22' })

let types = 0
/** Creates vouchers of a new type: first `count` assigned ones, then `free` unassigned ones. */
async function createVouchers(count: number, free = 0) {
  const VoucherType = `T${++types}`
  const numbers = Array.from({ length: count + free }, (_, index) => `${VoucherType}-${index + 1}`)
  await app.sql(
    `insert into voucher (voucher_no, secret_sealed, key_id, voucher_type, value, expiry_date)
     select n, '\\x00', 'test', $1, 100, '2027-01-31' from unnest($2::text[]) n`,
    VoucherType,
    numbers,
  )
  for (const index of numbers.slice(0, count).keys())
    await assignVoucher(context(), { VoucherType, Value: '100', ReferenceCode: `RW2611${VoucherType}${index}` })
  const rows = await app.sql<{ voucher_no: string }>(
    `select voucher_no from voucher where voucher_type = $1 order by assigned_at is null, voucher_no`,
    VoucherType,
  )
  return rows.map(({ voucher_no }) => voucher_no)
}
const readVoucher = async (VoucherNo: string) => {
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
const messagesTaken = (VoucherNo: string) => erp.taken().filter((message) => message.VoucherNo === VoucherNo)
const status = async () => (await app.call(contract.erpStatus, {}, headOffice)).body
const findTillUse = async (MessageId: string) => {
  const { body } = await app.call(contract.listTillUses, { Rows: 1000 }, headOffice)
  return body.rows.find((use) => use.MessageId === MessageId)
}

describe('messages from Carat to the ERP', () => {
  test('messages to the ERP: a voucher gets the status Posted once the ERP confirms its assignment', async () => {
    const [VoucherNo = ''] = await createVouchers(1)
    expect(await readVoucher(VoucherNo)).toMatchObject({ posted: 'N' })
    await runExchange()
    expect(await readVoucher(VoucherNo)).toMatchObject({ posted: 'Y' })
    expect(messagesTaken(VoucherNo)).toMatchObject([{ Kind: 'assigned', Value: '100.00', ExpiryDate: '2027-01-31' }])
    expect(await status()).toMatchObject({ State: 'answers', Queued: 0 })
  })

  test('messages to the ERP: the messages of one voucher are sent in order, even if the first one fails', async () => {
    const [VoucherNo = ''] = await createVouchers(1)
    erp.behave('fails')
    const failing = { ...createErpClient(erp.settings), fetchMessages: async () => [] }
    await runExchange(failing)
    await extendVoucher(context(), VoucherNo, '2027-03-31')
    await releaseVoucher(context(), VoucherNo)
    await runExchange(failing)
    expect(await messages(VoucherNo)).toMatchObject([
      { attempts: 1, error: '500 The simulator was told to fail' },
      { attempts: 0 },
      { attempts: 0 },
    ])
    erp.behave('answers')
    app.clock.advance(600)
    await runExchange()
    // The message about the extension was never attempted, so the release cancelled it.
    expect(messagesTaken(VoucherNo).map(({ Kind, ExpiryDate }) => [Kind, ExpiryDate])).toEqual([
      ['assigned', '2027-01-31'],
      ['voided', '2027-03-31'],
    ])
    expect(await readVoucher(VoucherNo)).toMatchObject({ status: 'V', posted: 'Y' })
  })

  test('messages to the ERP: a message whose reply was lost is sent again with the same MessageId', async () => {
    const [VoucherNo = ''] = await createVouchers(1)
    erp.behave('forgets')
    await runExchange()
    expect(await readVoucher(VoucherNo)).toMatchObject({ posted: 'N' })
    erp.behave('answers')
    app.clock.advance(60)
    await runExchange()
    const [message] = await messages(VoucherNo)
    expect(message).toMatchObject({ status: 'Sent', attempts: 2 })
    expect(erp.repeated()).toContain(message!.message_id)
    expect(messagesTaken(VoucherNo)).toHaveLength(1)
    expect(await readVoucher(VoucherNo)).toMatchObject({ posted: 'Y' })
  })

  test('messages to the ERP: after a crash between sending and confirmation, the next exchange sends the message again', async () => {
    const [VoucherNo = ''] = await createVouchers(1)
    const client = createErpClient(erp.settings)
    const killed = {
      ...client,
      send: (message: contract.VoucherMessage) => client.send(message).then(() => Promise.reject(new Error('killed'))),
    }
    await expect(runExchange(killed)).rejects.toThrow('killed')
    expect(await messages(VoucherNo)).toMatchObject([{ status: 'Queued', attempts: 1 }])
    // The message may have reached the ERP, so a release has to void the voucher.
    expect(await releaseVoucher(context(), VoucherNo)).toBe('void')
    app.clock.advance(60)
    await runExchange()
    expect(messagesTaken(VoucherNo).map(({ Kind }) => Kind)).toEqual(['assigned', 'voided'])
    expect(await readVoucher(VoucherNo)).toMatchObject({ status: 'V', posted: 'Y' })
  })

  test('messages to the ERP: concurrent exchanges send each message once', async () => {
    const numbers = await createVouchers(5)
    await Promise.all(Array.from({ length: 6 }, () => runExchange()))
    expect(numbers.map((number) => messagesTaken(number).length)).toEqual([1, 1, 1, 1, 1])
    for (const number of numbers) expect(await messages(number)).toMatchObject([{ attempts: 1, status: 'Sent' }])
  })

  test('messages to the ERP: if the claim is cancelled before the first attempt, no message is sent', async () => {
    const [VoucherNo = ''] = await createVouchers(1)
    expect(await releaseVoucher(context(), VoucherNo)).toBe('available')
    await runExchange()
    expect(messagesTaken(VoucherNo)).toEqual([])
  })
})

describe('exchange with an unavailable ERP', () => {
  test('unavailable ERP: the pauses between attempts grow, no attempt counts, and all messages are sent once the ERP answers', async () => {
    const numbers = await createVouchers(20)
    erp.behave('down')
    const before = erp.requestCount()
    for (let minute = 0; minute < 60; minute++) {
      await runExchange()
      app.clock.advance(60)
    }
    expect(erp.requestCount() - before).toBeGreaterThan(3)
    expect(erp.requestCount() - before).toBeLessThan(20)
    expect(await status()).toMatchObject({ State: 'away', Error: 'connection', Failed: 0, Queued: 20 })
    expect(await messages(numbers[0]!)).toMatchObject([{ attempts: 0 }])
    // No message was attempted, so a release makes the voucher available again.
    expect(await releaseVoucher(context(), numbers[0]!)).toBe('available')
    erp.behave('answers')
    app.clock.advance(15 * 60)
    await runExchange()
    expect(numbers.map((number) => messagesTaken(number).length)).toEqual([0, ...Array<number>(19).fill(1)])
    expect(await status()).toMatchObject({ State: 'answers', FailingSince: null, Error: null, Queued: 0 })
  })

  test('unavailable ERP: an exchange started by hand ends the pause', async () => {
    erp.behave('down')
    await runExchange()
    const before = erp.requestCount()
    await runExchange()
    expect(erp.requestCount()).toBe(before)
    erp.behave('answers')
    expect((await app.call(contract.exchangeErpMessagesNow, {}, hq)).status).toBe(200)
    await runExchange()
    expect(await status()).toMatchObject({ State: 'answers' })
    app.services.erp = null
    expect((await app.call(contract.exchangeErpMessagesNow, {}, hq)).refusal.code).toBe('vouchers.no_erp')
    app.services.erp = erp.settings
  })

  test.each([
    ['answers too late', 'timeout', () => erp.behave('slow'), () => createErpClient(erp.settings, 50)],
    ['has an unknown host', 'host', () => {}, () => createErpClient({ ...erp.settings, url: 'http://erp.invalid' })],
    ['does not listen', 'refused', () => {}, () => createErpClient({ ...erp.settings, url: 'http://127.0.0.1:59' })],
    ['does not know the secret', 'status 401', () => {}, () => createErpClient({ ...erp.settings, secret: 'another' })],
    [
      'has moved',
      'status 404',
      () => {},
      () => createErpClient({ ...erp.settings, url: `${erp.settings.url}/elsewhere` }),
    ],
  ])('unavailable ERP: an ERP that %s is reported, and its messages stay queued', async (_, reason, behave, client) => {
    const [VoucherNo = ''] = await createVouchers(1)
    behave()
    await runExchange(client())
    expect(await status()).toMatchObject({ State: 'away', Error: reason })
    expect(await messages(VoucherNo)).toMatchObject([{ status: 'Queued', attempts: 0 }])
    erp.behave('answers')
    app.clock.advance(60)
    await runExchange()
    expect(messagesTaken(VoucherNo)).toHaveLength(1)
  })
})

describe('message refused by the ERP', () => {
  test('message refused by the ERP: is listed as failed, blocks later messages of its voucher, and can be sent again', async () => {
    const [VoucherNo = '', otherVoucherNo = ''] = await createVouchers(2)
    erp.refuse(VoucherNo)
    await runExchange()
    await extendVoucher(context(), VoucherNo, '2027-03-31')
    await runExchange()
    expect(messagesTaken(otherVoucherNo)).toHaveLength(1)
    const { body } = await app.call(contract.listErpMessages, { Search: { VoucherNo, Status: 'Failed' } }, headOffice)
    expect(body.rows).toMatchObject([{ Attempts: 1, Error: `422 Voucher ${VoucherNo} is refused`, NextTryAt: null }])
    expect(await messages(VoucherNo)).toMatchObject([{ status: 'Failed' }, { status: 'Queued', attempts: 0 }])
    expect(await status()).toMatchObject({ Failed: 1, State: 'answers' })

    erp.refuse(undefined)
    const { MessageId } = body.rows[0]!
    expect((await app.call(contract.sendErpMessageAgain, { MessageId }, hq)).body).toMatchObject({ Status: 'Queued' })
    expect((await app.call(contract.sendErpMessageAgain, { MessageId }, hq)).refusal.code).toBe(
      'vouchers.message_not_failed',
    )
    await runExchange()
    expect(messagesTaken(VoucherNo).map((message) => [message.MessageId === MessageId, message.ExpiryDate])).toEqual([
      [true, '2027-01-31'],
      [false, '2027-03-31'],
    ])
    expect(await readVoucher(VoucherNo)).toMatchObject({ posted: 'Y' })
  })

  test('message refused by the ERP: can be withdrawn with a reason, and then the next message of its voucher is sent', async () => {
    const [VoucherNo = ''] = await createVouchers(1)
    erp.refuse(VoucherNo)
    await runExchange()
    await releaseVoucher(context(), VoucherNo)
    erp.refuse(undefined)
    const [{ message_id: MessageId } = { message_id: '' }] = await messages(VoucherNo)
    expect(
      (await app.call(contract.withdrawErpMessage, { MessageId, Reason: 'Typed in there by hand' }, hq)).status,
    ).toBe(200)
    await runExchange()
    expect(messagesTaken(VoucherNo).map(({ Kind }) => Kind)).toEqual(['voided'])
  })

  test('ERP server error: the message is retried with increasing delays and fails after twelve attempts', async () => {
    const [VoucherNo = ''] = await createVouchers(1)
    const client = createErpClient(erp.settings)
    const failing: ErpClient = { ...client, send: async () => ({ outcome: 'fault', reason: '500 Out of order' }) }
    for (let hour = 0; hour < 13; hour++) {
      await runExchange(failing)
      await runExchange(failing)
      app.clock.advance(2 * 3600)
    }
    expect(await messages(VoucherNo)).toMatchObject([{ status: 'Failed', attempts: 12, error: '500 Out of order' }])
    const [{ message_id: MessageId } = { message_id: '' }] = await messages(VoucherNo)
    await app.call(contract.withdrawErpMessage, { MessageId, Reason: 'Tried' }, hq)
  })
})

describe('voucher used at a till', () => {
  test('voucher used at a till: the ERP’s message marks the voucher as used once, even if it is sent again', async () => {
    const [VoucherNo = ''] = await createVouchers(1)
    await runExchange()
    const use = erp.useVoucher({ VoucherNo: VoucherNo.toLowerCase(), InvoiceNo: 'INV1', OutletCode: 'KLCC' })
    await runExchange()
    expect(erp.waiting()).toEqual([])
    const before = await readVoucher(VoucherNo)
    expect(before).toEqual({ status: 'R', posted: 'Y', invoice: 'INV1' })
    erp.offer(use.MessageId, use)
    await runExchange()
    erp.useVoucher({ VoucherNo, InvoiceNo: 'INV1' })
    await runExchange()
    expect(await readVoucher(VoucherNo)).toEqual(before)
    expect(await findTillUse(use.MessageId)).toMatchObject({ Status: 'Applied', InvoiceNo: 'INV1', OutletCode: 'KLCC' })
    expect(await releaseVoucher(context(), VoucherNo)).toBe('used')
  })

  test('voucher used at a till: the use is applied once, even if its confirmation to the ERP was lost', async () => {
    const [VoucherNo = ''] = await createVouchers(1)
    const { MessageId } = erp.useVoucher({ VoucherNo, InvoiceNo: 'INV2' })
    const client = createErpClient(erp.settings)
    const killed = { ...client, confirm: () => Promise.reject(new Error('killed')) }
    await expect(runExchange(killed)).rejects.toThrow('killed')
    expect(erp.waiting()).toHaveLength(1)
    expect(await readVoucher(VoucherNo)).toMatchObject({ invoice: null })
    await runExchange()
    expect(await readVoucher(VoucherNo)).toMatchObject({ invoice: 'INV2' })
    expect(await findTillUse(MessageId)).toMatchObject({ Status: 'Applied' })
  })

  test('voucher used at a till: a second use for another invoice is sent to review, and the first use stays', async () => {
    const [VoucherNo = ''] = await createVouchers(1)
    erp.useVoucher({ VoucherNo, InvoiceNo: 'INV3' })
    await runExchange()
    const { MessageId } = erp.useVoucher({ VoucherNo, InvoiceNo: 'INV4' })
    await runExchange()
    expect(await readVoucher(VoucherNo)).toMatchObject({ invoice: 'INV3' })
    expect(await findTillUse(MessageId)).toMatchObject({ Status: 'Review', Reason: 'used before' })
    const reviewed = await app.call(
      contract.reviewTillUse,
      { MessageId, Remark: 'The cashier typed a wrong number' },
      headOffice,
    )
    expect(reviewed.body).toMatchObject({ Status: 'Reviewed', ReviewRemark: 'The cashier typed a wrong number' })
    expect((await app.call(contract.reviewTillUse, { MessageId, Remark: 'Again' }, headOffice)).refusal.code).toBe(
      'vouchers.message_not_to_review',
    )
  })

  test('voucher used at a till: the use of an unassigned voucher is sent to review, and no claim gets that voucher', async () => {
    const [, VoucherNo = ''] = await createVouchers(1, 1)
    const { MessageId } = erp.useVoucher({ VoucherNo, InvoiceNo: 'INV5' })
    await runExchange()
    expect(await findTillUse(MessageId)).toMatchObject({ Status: 'Review', Reason: 'not assigned' })
    expect(await readVoucher(VoucherNo)).toMatchObject({ status: 'R', invoice: 'INV5' })
    const again = { VoucherType: VoucherNo.split('-')[0]!, Value: '100', ReferenceCode: 'RW26119999999' }
    expect(await assignVoucher(context(), again)).toBeUndefined()
  })

  test('voucher used at a till: the use of an unknown voucher is applied once the voucher is imported', async () => {
    const { MessageId } = erp.useVoucher({ VoucherNo: 'LATE-1', InvoiceNo: 'INV6' })
    await runExchange()
    expect(await findTillUse(MessageId)).toMatchObject({ Status: 'Review', Reason: 'unknown' })
    await app.sql(
      `insert into voucher (voucher_no, secret_sealed, key_id, voucher_type, value, expiry_date, status, is_assigned_yn, assigned_to, assigned_at)
       values ('LATE-1', '\\x00', 'test', 'G', 100, '2027-01-31', 'R', 'Y', 'RW26118888888', now())`,
    )
    await runExchange()
    expect(await findTillUse(MessageId)).toMatchObject({ Status: 'Applied', Reason: null })
    expect(await readVoucher('LATE-1')).toMatchObject({ invoice: 'INV6' })
  })

  test('voucher used at a till: the use of a void voucher is sent to review, and the voucher stays void', async () => {
    const [VoucherNo = ''] = await createVouchers(1)
    await runExchange()
    await releaseVoucher(context(), VoucherNo)
    const { MessageId } = erp.useVoucher({ VoucherNo, InvoiceNo: 'INV7' })
    await runExchange()
    expect(await findTillUse(MessageId)).toMatchObject({ Status: 'Review', Reason: 'void' })
    expect(await readVoucher(VoucherNo)).toMatchObject({ status: 'V', invoice: null })
  })
})

describe('malformed message of the ERP', () => {
  test('malformed message of the ERP: is sent to review, and the other messages of the batch are applied', async () => {
    const [VoucherNo = ''] = await createVouchers(1)
    erp.offer('odd-1', { MessageId: 'odd-1', Kind: 'used', VoucherNo: '\ud800\0', UsedAt: 'yesterday' })
    erp.offer('odd-2', { MessageId: 'odd-2', Kind: 'stolen', VoucherNo })
    erp.useVoucher({ VoucherNo, InvoiceNo: 'INV8' })
    await runExchange()
    expect(await findTillUse('odd-1')).toMatchObject({ Status: 'Review', Reason: 'malformed', UsedAt: null })
    expect(await findTillUse('odd-2')).toMatchObject({ Status: 'Review', Reason: 'malformed', VoucherNo })
    expect(await readVoucher(VoucherNo)).toMatchObject({ invoice: 'INV8' })
    expect(erp.waiting()).toEqual([])
  })

  test('message of the ERP without MessageId: is reported as an error of the ERP, and the other messages are applied', async () => {
    const [VoucherNo = ''] = await createVouchers(1)
    erp.offer('nameless', { Kind: 'used', VoucherNo })
    erp.useVoucher({ VoucherNo, InvoiceNo: 'INV9' })
    await runExchange()
    expect(await status()).toMatchObject({ State: 'away', Error: 'number' })
    expect(await readVoucher(VoucherNo)).toMatchObject({ invoice: 'INV9' })
    erp.forget('nameless')
  })
})

test('ERP messages: outlet staff cannot list the messages, and only users who manage settings can start an exchange', async () => {
  expect((await app.call(contract.listErpMessages, {}, staffWith({ roles: ['Voucher Listing'] }))).status).toBe(403)
  expect((await app.call(contract.exchangeErpMessagesNow, {}, headOffice)).status).toBe(403)
})

test('ERP simulator: its endpoints exist only in the demo', async () => {
  expect((await app.call(contract.useVoucherAtTill, { VoucherNo: 'X', InvoiceNo: 'Y' }, hq)).status).toBe(404)
})
