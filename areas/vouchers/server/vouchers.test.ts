import { writeXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, test } from 'vitest'
import { approveRequest, getApproval } from '#areas/approvals/contract.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { hq, staffWith, systemWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'
import { assignVoucher, readSecurityCode } from './index.ts'

const app = useApp({ at: '2026-11-22T04:00:00Z' })
const headOffice = staffWith({ roles: ['Voucher Listing'], privileges: ['Import Data'], outlet: 'HQ' })
const outlet = staffWith({ roles: ['Voucher Listing', 'Claim Rewards'] })
const approver = staffWith({ privileges: ['Approve Requests'], outlet: 'HQ' })
const header = 'VoucherNo,SecurityCode,VoucherType,Value,ExpiryDate,Reference\r\n'

beforeAll(() =>
  app.sql(`insert into list_item (list_name, value, sequence_no) values ('VoucherType', 'G', 1), ('VoucherType', 'C', 2)
           on conflict do nothing`),
)

async function send(content: string | Buffer, as = headOffice, name = 'vouchers.csv') {
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
const importRows = (...rows: string[]) => send(header + rows.join('\r\n'))
const findVoucher = async (VoucherNo: string) =>
  (await app.call(contract.listVouchers, { Search: { VoucherNo } }, headOffice)).body.rows[0]
const update = (VoucherNo: string, data: object, more: object = {}) =>
  app.call(contract.updateVoucher, { VoucherNo, data, ...more } as never, headOffice)
const context = () => ({ db: app.db, now: app.clock.now(), today: '2026-11-22' })

describe('import of vouchers', () => {
  test('voucher import: a small file is imported at once, and the reply states the number of stored vouchers', async () => {
    const { status, body } = await importRows('U-1,C0DE-1,G,100,31/12/2027,PRINT', 'U-2,C0DE-2,G,50,2027-12-31,PRINT')
    expect(status).toBe(201)
    expect(body).toMatchObject({
      Level: 'success',
      Count: 2,
      Message: 'Upload completed. Total 2 records have been uploaded successfully.',
    })
    // The second file has three vouchers, which are totalled by expiry month and status.
    await importRows(
      'T-1,C0DE-T1,G,20.50,2028-02-01,TOTALS',
      'T-2,C0DE-T2,G,30,2028-02-29,TOTALS',
      'T-3,C0DE-T3,G,5,2028-03-01,TOTALS',
    )
    const { rows } = (await app.call(contract.listVoucherTotals, { Search: { Reference: 'totals' } }, headOffice)).body
    expect(
      rows.map(({ ExpiryMonth, Status, Vouchers, VoucherValue }) => [ExpiryMonth, Status, Vouchers, VoucherValue]),
    ).toEqual([
      ['2028-02', 'A', 2, '50.50'],
      ['2028-03', 'A', 1, '5.00'],
    ])
    expect(await findVoucher('U-1')).toMatchObject({
      Value: '100.00',
      Status: 'A',
      Reference: 'PRINT',
      SecurityCode: '••••••',
    })
  })

  test('voucher import: importing a file again changes nothing and returns a warning', async () => {
    expect((await importRows('U-1,C0DE-1,G,100,31/12/2027,PRINT')).body).toMatchObject({
      Level: 'warning',
      Count: 0,
      Skipped: 1,
    })
  })

  test('voucher import: a file with one invalid row stores no vouchers', async () => {
    const { body } = await importRows('U-3,CODE,G,100,31/12/2027,', 'U-4,CODE,G,100,31/12/2020,')
    expect(body).toMatchObject({ Level: 'failed', Count: 0, Failed: 1, Message: 'No record has been uploaded.' })
    expect(await findVoucher('U-3')).toBeUndefined()
  })

  test('voucher import: a file of more than 10,000 rows needs an approval', async () => {
    const rows = Array.from({ length: 10_001 }, (_, index) => `L-${index},CODE,G,5,31/12/2027,`)
    expect((await importRows(...rows)).body).toMatchObject({ Status: 'Uploaded', Step: 'Approval', Count: 0 })
    expect(await findVoucher('L-1')).toBeUndefined()
  })

  test.each([
    ['empty', ''],
    ['without the expected header', 'a,b\n1,2\n'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a web page with a script', '<!doctype html><script>alert(1)</script>'],
    ['a program', Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1')],
  ])('voucher import: an upload that is %s is refused', async (_, content) => {
    const { status } = await send(content, headOffice, '../../etc/passwd\0.csv')
    expect(status).toBe(400)
  })

  test('voucher import: the caller must be head office staff with the privilege Import Data', async () => {
    expect((await send(header, outlet)).status).toBe(403)
    expect((await send(header, staffWith({ roles: ['Voucher Listing'], outlet: 'HQ' }))).status).toBe(403)
  })

  test('voucher import: a workbook with date cells, number cells and formulas is accepted', async () => {
    const rows = [
      header.trim().split(','),
      ['X-1', 'C0DE-X', 'G', 75.5, new Date('2027-12-31T00:00:00Z'), 'BOOK'],
      ['X-2', 'C0DE-X', 'G', null, '31/12/2027'],
    ]
    const cells = new Map([['2,3', { formula: '70+5', formulaResult: 75 }]])
    const workbook = await writeXlsx({ sheets: [{ name: 'Vouchers', rows, cells }] })
    const { status, body } = await send(Buffer.from(workbook), headOffice, 'vouchers.xlsx')
    expect({ status, body }).toMatchObject({ status: 201, body: { Level: 'success', Count: 2 } })
    expect(await findVoucher('X-1')).toMatchObject({ Value: '75.50', ExpiryDate: '2027-12-31', Reference: 'BOOK' })
    expect(await findVoucher('X-2')).toMatchObject({ Value: '75.00', ExpiryDate: '2027-12-31', Reference: null })
    const [file] = await app.sql(`select file_name from import_job order by created_at desc limit 1`)
    expect(file).toEqual({ file_name: 'vouchers.xlsx' })
  })

  test('voucher import: a file named .xlsx that is not a workbook is refused', async () => {
    const reply = await send(Buffer.from('PK\u0003\u0004 not one'), headOffice, 'vouchers.xlsx')
    expect(reply).toMatchObject({ status: 400, body: { code: 'imports.not_csv' } })
  })

  test('voucher import: security codes are stored neither in the job nor in the audit records', async () => {
    const jobs = await app.sql(`select sample, mapping from import_job where kind = 'vouchers'`)
    expect(JSON.stringify(jobs)).not.toContain('C0DE')
    const auditRecords = await app.sql(
      `select updated_info, previous_info from audit_record where table_name = 'voucher'`,
    )
    expect(JSON.stringify(auditRecords)).not.toContain('C0DE')
  })
})

describe('security code of a voucher', () => {
  test('security code: a user with the privilege can read the code, and the view is logged', async () => {
    const { status, body } = await app.call(contract.showSecurityCode, { VoucherNo: 'U-1' }, hq)
    expect({ status, body }).toEqual({ status: 200, body: { VoucherNo: 'U-1', SecurityCode: 'C0DE-1' } })
    const [log] = await app.sql(
      `select log_text from audit_log where object_id = 'U-1' order by logged_at desc limit 1`,
    )
    expect(log).toEqual({ log_text: 'View Security Code in Voucher Listing. VoucherNo - U-1' })
    expect((await app.call(contract.showSecurityCode, { VoucherNo: 'U-1' }, headOffice)).status).toBe(403)
  })

  test('security code: five wrong codes lock the voucher for 15 minutes, even for the right code and for claims', async () => {
    await importRows('W-1,RIGHT,C,77,31/12/2027,')
    const attempts = ['A', 'B', 'C', 'D'].map(() => 'vouchers.wrong_code')
    for (const code of [...attempts, 'vouchers.locked'])
      expect((await update('W-1', { Reference: 'x' }, { SecurityCode: 'WRONG' })).refusal.code).toBe(code)
    expect((await update('W-1', { Reference: 'x' }, { SecurityCode: 'RIGHT' })).refusal.code).toBe('vouchers.locked')
    const request = { VoucherType: 'C', Value: '77', ReferenceCode: 'RW26119000001' }
    expect(await assignVoucher(context(), request)).toBeUndefined()
    app.clock.advance(15 * 60 + 1)
    expect((await update('W-1', { Reference: 'x' }, { SecurityCode: 'RIGHT' })).status).toBe(200)
    expect(await assignVoucher(context(), request)).toMatchObject({ VoucherNo: 'W-1' })
    const ctx = { ...context(), services: app.services } as never
    expect(await readSecurityCode(ctx, 'W-1')).toBe('RIGHT')
  })

  test('security code: twenty wrong codes of one user in an hour write one audit entry', async () => {
    const guesser = staffWith({
      roles: ['Voucher Listing'],
      privileges: ['Import Data', 'Approve Requests'],
      outlet: 'HQ',
    })
    await importRows(...Array.from({ length: 6 }, (_, index) => `Z-${index},RIGHT,C,78,31/12/2027,`))
    for (let time = 0; time < 22; time++) {
      const body = { VoucherNo: `Z-${time % 6}`, data: { Reference: 'x' }, SecurityCode: `WRONG-${time}` } as never
      expect((await app.call(contract.updateVoucher, body, guesser)).status).toBe(409)
    }
    const { userId } = await app.token(guesser)
    const entries = await app.sql(
      `select object_id from audit_log where action_type = 'Many Wrong Security Codes' and updated_by_id = $1`,
      userId,
    )
    expect(entries).toEqual([{ object_id: String(userId) }])
  })

  test('security code: the code is masked in lists', async () => {
    for (const caller of [hq, outlet]) {
      const { body } = await app.call(contract.listVouchers, { Rows: 1000 }, caller)
      expect(new Set(body.rows.map(({ SecurityCode }) => SecurityCode))).toEqual(new Set(['••••••']))
    }
    const { body } = await app.call(contract.availableVouchers, { VoucherType: 'G', VoucherPrefix: 'U-' }, outlet)
    expect(body.rows[0]).toEqual({ VoucherNo: 'U-1', VoucherType: 'G', Value: '100.00', ExpiryDate: '2027-12-31' })
  })
})

describe('voucher', () => {
  test('voucher update: a status that only a claim, expiry or deletion sets is refused', async () => {
    for (const Status of ['R', 'X', 'Deleted'])
      expect((await update('U-2', { Status })).refusal.code).toBe('vouchers.transition')
    // An update ignores IsAssignedYN, which only a claim can set.
    expect((await update('U-2', { IsAssignedYN: 'Y' } as never)).body).toMatchObject({ IsAssignedYN: 'N' })
  })

  test('voucher: an assigned voucher can neither be made void nor deleted', async () => {
    await importRows('H-1,CODE,G,11,31/12/2027,')
    await assignVoucher(context(), { VoucherType: 'G', Value: '11', ReferenceCode: 'RW26119000002' })
    expect((await update('H-1', { Status: 'V' })).refusal.code).toBe('vouchers.assigned')
    expect((await app.call(contract.deleteVoucher, { VoucherNo: 'H-1' }, headOffice)).refusal.code).toBe(
      'vouchers.assigned',
    )
    expect((await update('H-1', { ExpiryDate: '2028-01-31' })).body).toMatchObject({ ExpiryDate: '2028-01-31' })
  })

  test('voucher: a deletion can be undone within 30 seconds', async () => {
    await importRows('D-1,CODE,G,12,31/12/2027,')
    expect((await app.call(contract.deleteVoucher, { VoucherNo: 'D-1' }, headOffice)).body).toMatchObject({
      Status: 'Deleted',
    })
    expect(await findVoucher('D-1')).toBeUndefined()
    expect((await app.call(contract.restoreVoucher, { VoucherNo: 'D-1' }, headOffice)).body).toMatchObject({
      Status: 'A',
    })
  })

  test('voucher: only head office can change vouchers', async () => {
    const reply = await app.call(contract.deleteVoucher, { VoucherNo: 'D-1' }, outlet)
    expect(reply).toMatchObject({ status: 403 })
    expect((await app.call(contract.listVouchers, {}, systemWith())).status).toBe(403)
  })
})

describe('change of the expiry date of many vouchers', () => {
  test('expiry date of many vouchers: after the approval the date of all selected vouchers changes, except used and void ones', async () => {
    await importRows(...['1', '2', '3', '4'].map((number) => `E-${number},CODE,G,${number},31/12/2027,MOVE`))
    await assignVoucher(context(), { VoucherType: 'G', Value: '1', ReferenceCode: 'RW26119000003' })
    await app.sql(`select use_voucher('E-2', 'INV9', now())`)
    await update('E-3', { Status: 'V' })
    const request = await app.call(
      contract.updateVoucherBatch,
      { Reference: 'MOVE', ExpiryDate: '2028-06-30' },
      headOffice,
    )
    expect(request).toMatchObject({ status: 200, body: { Count: 2 } })
    const { ApprovalId } = request.body
    expect((await findVoucher('E-4'))!.ExpiryDate).toBe('2027-12-31')
    const approval = await app.call(getApproval, { ApprovalId }, approver)
    expect(approval.body).toMatchObject({ Effects: [{ After: '2028-06-30' }] })
    expect((await app.call(approveRequest, { ApprovalId }, approver)).status).toBe(200)
    const dates = await Promise.all(
      ['1', '2', '3', '4'].map(async (number) => (await findVoucher(`E-${number}`))!.ExpiryDate),
    )
    expect(dates).toEqual(['2028-06-30', '2027-12-31', '2027-12-31', '2028-06-30'])
    const messages = await app.sql(
      `select content->>'ExpiryDate' as day from erp_outbox where voucher_no = 'E-1' order by message_id`,
    )
    expect(messages).toEqual([{ day: '2027-12-31' }, { day: '2028-06-30' }])
  })

  test('expiry date of many vouchers: the request needs a selection and a date that is not in the past', async () => {
    const requestMove = (body: object) => app.call(contract.updateVoucherBatch, body as never, headOffice)
    expect((await requestMove({ ExpiryDate: '2028-01-01' })).refusal.code).toBe('vouchers.choose')
    expect((await requestMove({ Reference: 'MOVE', ExpiryDate: '2026-01-01' })).refusal.code).toBe('vouchers.past_date')
    expect((await requestMove({ Reference: 'NONE', ExpiryDate: '2028-01-01' })).refusal.code).toBe('vouchers.none')
  })
})
