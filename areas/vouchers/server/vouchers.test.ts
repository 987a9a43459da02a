import excel from '@protobi/exceljs'
import { beforeAll, describe, expect, test } from 'vitest'
import { approveRequest, getApproval } from '#areas/approvals/contract.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { hq, staffWith, systemWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'
import { assignVoucher, securityCodeOf } from './index.ts'

const app = useApp({ at: '2026-11-22T04:00:00Z' })
const keeper = staffWith({ roles: ['Voucher Listing'], privileges: ['Import Data'], outlet: 'HQ' })
const outlet = staffWith({ roles: ['Voucher Listing', 'Claim Rewards'] })
const second = staffWith({ privileges: ['Approve Requests'], outlet: 'HQ' })
const header = 'VoucherNo,SecurityCode,VoucherType,Value,ExpiryDate,Reference\r\n'

beforeAll(() =>
  app.sql(`insert into list_item (list_name, value, sequence_no) values ('VoucherType', 'G', 1), ('VoucherType', 'C', 2)
           on conflict do nothing`),
)

async function send(content: string | Buffer, as = keeper, name = 'vouchers.csv') {
  const head = `--frontier\r\ncontent-disposition: form-data; name="File"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n`
  return app.inject({
    method: 'POST',
    url: `${API_BASE}/pronto-sync/vouchers/batch`,
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--frontier--\r\n')]),
    headers: {
      'content-type': 'multipart/form-data; boundary=frontier',
      authorization: `Bearer ${(await app.token(as)).token}`,
    },
  })
}
const load = (...rows: string[]) => send(header + rows.join('\r\n'))
const one = async (VoucherNo: string) =>
  (await app.call(contract.listVouchers, { Search: { VoucherNo } }, keeper)).body.rows[0]
const update = (VoucherNo: string, data: object, more: object = {}) =>
  app.call(contract.updateVoucher, { VoucherNo, data, ...more } as never, keeper)
const at = () => ({ db: app.db, now: app.clock.now(), today: '2026-11-22' })

describe('a file of vouchers', () => {
  test('is loaded at once, and says how many records were really stored', async () => {
    const { status, body } = await load('U-1,C0DE-1,G,100,31/12/2027,PRINT', 'U-2,C0DE-2,G,50,2027-12-31,PRINT')
    expect(status).toBe(201)
    expect(body).toMatchObject({
      Level: 'success',
      Count: 2,
      Message: 'Upload completed. Total 2 records have been uploaded successfully.',
    })
    // What they come to, by the month in which they end and their status.
    await load(
      'T-1,C0DE-T1,G,20.50,2028-02-01,TOTALS',
      'T-2,C0DE-T2,G,30,2028-02-29,TOTALS',
      'T-3,C0DE-T3,G,5,2028-03-01,TOTALS',
    )
    const { rows } = (await app.call(contract.listVoucherTotals, { Search: { Reference: 'totals' } }, keeper)).body
    expect(
      rows.map(({ ExpiryMonth, Status, Vouchers, VoucherValue }) => [ExpiryMonth, Status, Vouchers, VoucherValue]),
    ).toEqual([
      ['2028-02', 'A', 2, '50.50'],
      ['2028-03', 'A', 1, '5.00'],
    ])
    expect(await one('U-1')).toMatchObject({ Value: '100.00', Status: 'A', Reference: 'PRINT', SecurityCode: '••••••' })
  })

  test('that comes again changes nothing, and is no success', async () => {
    expect((await load('U-1,C0DE-1,G,100,31/12/2027,PRINT')).body).toMatchObject({
      Level: 'warning',
      Count: 0,
      Skipped: 1,
    })
  })

  test('with a bad row loads none, and is a failure', async () => {
    const { body } = await load('U-3,CODE,G,100,31/12/2027,', 'U-4,CODE,G,100,31/12/2020,')
    expect(body).toMatchObject({ Level: 'failed', Count: 0, Failed: 1, Message: 'No record has been uploaded.' })
    expect(await one('U-3')).toBeUndefined()
  })

  test('of more than 10,000 rows waits for a second person', async () => {
    const rows = Array.from({ length: 10_001 }, (_, place) => `L-${place},CODE,G,5,31/12/2027,`)
    expect((await load(...rows)).body).toMatchObject({ Status: 'Uploaded', Step: 'Approval', Count: 0 })
    expect(await one('L-1')).toBeUndefined()
  })

  test.each([
    ['nothing', ''],
    ['no header of ours', 'a,b\n1,2\n'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a page with a script', '<!doctype html><script>alert(1)</script>'],
    ['a program', Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1')],
  ])('that is %s is refused', async (_, content) => {
    const { status } = await send(content, keeper, '../../etc/passwd\0.csv')
    expect(status).toBe(400)
  })

  test('is taken from head office alone, and of nobody without the privilege', async () => {
    expect((await send(header, outlet)).status).toBe(403)
    expect((await send(header, staffWith({ roles: ['Voucher Listing'], outlet: 'HQ' }))).status).toBe(403)
  })

  test('may be a workbook, with days and numbers as a spreadsheet keeps them', async () => {
    const book = new excel.Workbook()
    const sheet = book.addWorksheet('Vouchers')
    sheet.addRow(header.trim().split(','))
    sheet.addRow(['X-1', 'C0DE-X', 'G', 75.5, new Date('2027-12-31T00:00:00Z'), 'BOOK'])
    sheet.addRow(['X-2', 'C0DE-X', 'G', { formula: '70+5', result: 75 }, '31/12/2027'])
    const { status, body } = await send(Buffer.from(await book.xlsx.writeBuffer()), keeper, 'vouchers.xlsx')
    expect({ status, body }).toMatchObject({ status: 201, body: { Level: 'success', Count: 2 } })
    expect(await one('X-1')).toMatchObject({ Value: '75.50', ExpiryDate: '2027-12-31', Reference: 'BOOK' })
    expect(await one('X-2')).toMatchObject({ Value: '75.00', ExpiryDate: '2027-12-31', Reference: null })
    const [file] = await app.sql(`select file_name from import_job order by created_at desc limit 1`)
    expect(file).toEqual({ file_name: 'vouchers.xlsx' })
  })

  test('that is no workbook, whatever it is called, is refused', async () => {
    const sent = await send(Buffer.from('PK\u0003\u0004 not one'), keeper, 'vouchers.xlsx')
    expect(sent).toMatchObject({ status: 400, body: { code: 'imports.not_csv' } })
  })

  test('leaves no code in what the import shows or keeps', async () => {
    const kept = await app.sql(`select sample, mapping from import_job where kind = 'vouchers'`)
    expect(JSON.stringify(kept)).not.toContain('C0DE')
    const book = await app.sql(`select updated_info, previous_info from audit_record where table_name = 'voucher'`)
    expect(JSON.stringify(book)).not.toContain('C0DE')
  })
})

describe('a security code', () => {
  test('is shown in full to who may see it, and that is noted', async () => {
    const { status, body } = await app.call(contract.showSecurityCode, { VoucherNo: 'U-1' }, hq)
    expect({ status, body }).toEqual({ status: 200, body: { VoucherNo: 'U-1', SecurityCode: 'C0DE-1' } })
    const [log] = await app.sql(
      `select log_text from audit_log where object_id = 'U-1' order by logged_at desc limit 1`,
    )
    expect(log).toEqual({ log_text: 'View Security Code in Voucher Listing. VoucherNo - U-1' })
    expect((await app.call(contract.showSecurityCode, { VoucherNo: 'U-1' }, keeper)).status).toBe(403)
  })

  test('that is wrong five times locks the voucher for a quarter of an hour, also for the right one and for claims', async () => {
    await load('W-1,RIGHT,C,77,31/12/2027,')
    const tries = ['A', 'B', 'C', 'D'].map(() => 'vouchers.wrong_code')
    for (const code of [...tries, 'vouchers.locked'])
      expect((await update('W-1', { Reference: 'x' }, { SecurityCode: 'WRONG' })).refusal.code).toBe(code)
    expect((await update('W-1', { Reference: 'x' }, { SecurityCode: 'RIGHT' })).refusal.code).toBe('vouchers.locked')
    const wanted = { VoucherType: 'C', Value: '77', ReferenceCode: 'RW26119000001' }
    expect(await assignVoucher(at(), wanted)).toBeUndefined()
    app.clock.advance(15 * 60 + 1)
    expect((await update('W-1', { Reference: 'x' }, { SecurityCode: 'RIGHT' })).status).toBe(200)
    expect(await assignVoucher(at(), wanted)).toMatchObject({ VoucherNo: 'W-1' })
    const ctx = { ...at(), services: app.services } as never
    expect(await securityCodeOf(ctx, 'W-1')).toBe('RIGHT')
  })

  test('that one user gets wrong twenty times within an hour, on whatever vouchers, is told of once', async () => {
    const guesser = staffWith({
      roles: ['Voucher Listing'],
      privileges: ['Import Data', 'Approve Requests'],
      outlet: 'HQ',
    })
    await load(...Array.from({ length: 6 }, (_, place) => `Z-${place},RIGHT,C,78,31/12/2027,`))
    for (let time = 0; time < 22; time++) {
      const sent = { VoucherNo: `Z-${time % 6}`, data: { Reference: 'x' }, SecurityCode: `WRONG-${time}` } as never
      expect((await app.call(contract.updateVoucher, sent, guesser)).status).toBe(409)
    }
    const { userId } = await app.token(guesser)
    const noted = await app.sql(
      `select object_id from audit_log where action_type = 'Many Wrong Security Codes' and updated_by_id = $1`,
      userId,
    )
    expect(noted).toEqual([{ object_id: String(userId) }])
  })

  test('appears in no list', async () => {
    for (const caller of [hq, outlet]) {
      const { body } = await app.call(contract.listVouchers, { Rows: 1000 }, caller)
      expect(new Set(body.rows.map(({ SecurityCode }) => SecurityCode))).toEqual(new Set(['••••••']))
    }
    const { body } = await app.call(contract.availableVouchers, { VoucherType: 'G', VoucherPrefix: 'U-' }, outlet)
    expect(body.rows[0]).toEqual({ VoucherNo: 'U-1', VoucherType: 'G', Value: '100.00', ExpiryDate: '2027-12-31' })
  })
})

describe('a voucher', () => {
  test('is not made reserved, used or available by writing so', async () => {
    for (const Status of ['R', 'X', 'Deleted'])
      expect((await update('U-2', { Status })).refusal.code).toBe('vouchers.transition')
    // The claim assigns it; sent here the field is ignored.
    expect((await update('U-2', { IsAssignedYN: 'Y' } as never)).body).toMatchObject({ IsAssignedYN: 'N' })
  })

  test('that somebody holds is neither void nor deleted', async () => {
    await load('H-1,CODE,G,11,31/12/2027,')
    await assignVoucher(at(), { VoucherType: 'G', Value: '11', ReferenceCode: 'RW26119000002' })
    expect((await update('H-1', { Status: 'V' })).refusal.code).toBe('vouchers.assigned')
    expect((await app.call(contract.deleteVoucher, { VoucherNo: 'H-1' }, keeper)).refusal.code).toBe(
      'vouchers.assigned',
    )
    expect((await update('H-1', { ExpiryDate: '2028-01-31' })).body).toMatchObject({ ExpiryDate: '2028-01-31' })
  })

  test('that nobody holds is deleted, and comes back within half a minute', async () => {
    await load('D-1,CODE,G,12,31/12/2027,')
    expect((await app.call(contract.deleteVoucher, { VoucherNo: 'D-1' }, keeper)).body).toMatchObject({
      Status: 'Deleted',
    })
    expect(await one('D-1')).toBeUndefined()
    expect((await app.call(contract.restoreVoucher, { VoucherNo: 'D-1' }, keeper)).body).toMatchObject({ Status: 'A' })
  })

  test('is changed by head office only', async () => {
    const tried = await app.call(contract.deleteVoucher, { VoucherNo: 'D-1' }, outlet)
    expect(tried).toMatchObject({ status: 403 })
    expect((await app.call(contract.listVouchers, {}, systemWith())).status).toBe(403)
  })
})

describe('the expiry date of many vouchers', () => {
  test('moves once a second person agreed; a used voucher and a void one keep theirs', async () => {
    await load(...['1', '2', '3', '4'].map((place) => `E-${place},CODE,G,${place},31/12/2027,MOVE`))
    await assignVoucher(at(), { VoucherType: 'G', Value: '1', ReferenceCode: 'RW26119000003' })
    await app.sql(`select use_voucher('E-2', 'INV9', now())`)
    await update('E-3', { Status: 'V' })
    const asked = await app.call(contract.updateVoucherBatch, { Reference: 'MOVE', ExpiryDate: '2028-06-30' }, keeper)
    expect(asked).toMatchObject({ status: 200, body: { Count: 2 } })
    const { ApprovalId } = asked.body
    expect((await one('E-4'))!.ExpiryDate).toBe('2027-12-31')
    const shown = await app.call(getApproval, { ApprovalId }, second)
    expect(shown.body).toMatchObject({ Effects: [{ After: '2028-06-30' }] })
    expect((await app.call(approveRequest, { ApprovalId }, second)).status).toBe(200)
    const dates = await Promise.all(['1', '2', '3', '4'].map(async (place) => (await one(`E-${place}`))!.ExpiryDate))
    expect(dates).toEqual(['2028-06-30', '2027-12-31', '2027-12-31', '2028-06-30'])
    const told = await app.sql(
      `select content->>'ExpiryDate' as day from erp_outbox where voucher_no = 'E-1' order by message_id`,
    )
    expect(told).toEqual([{ day: '2027-12-31' }, { day: '2028-06-30' }])
  })

  test('is asked for with a choice, and never for the past', async () => {
    const ask = (body: object) => app.call(contract.updateVoucherBatch, body as never, keeper)
    expect((await ask({ ExpiryDate: '2028-01-01' })).refusal.code).toBe('vouchers.choose')
    expect((await ask({ Reference: 'MOVE', ExpiryDate: '2026-01-01' })).refusal.code).toBe('vouchers.past_date')
    expect((await ask({ Reference: 'NONE', ExpiryDate: '2028-01-01' })).refusal.code).toBe('vouchers.none')
  })
})
