import { readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { approveRequest, listApprovals, rejectRequest } from '#areas/approvals/contract.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { uploadTo } from '#tests/factories/uploads.ts'
import { type Caller, hq, jobContext, staffWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'
import { forgetFiles, runWaiting } from './background.ts'
import { uploadOf } from './uploads.ts'

afterAll(() => rmSync(dataDirOf(), { recursive: true, force: true }))

const app = useApp()
const tools = () => jobContext(app, { services: {} as never, dataDir: dataDirOf() })
const dataDirOf = () => join(tmpdir(), `carat-test-${process.pid}`)

const csv = 'Code,Town,State\n50450,Kuala Lumpur,Kuala Lumpur\n10200,George Town,Pulau Pinang\nX,Nowhere,Nowhere\n'
const Mapping = { columns: { Code: 'Postcode', Town: 'City', State: 'State' } }

const upload = uploadTo(app)

const failedRows = async (ImportId: string, as: Caller | null = hq) =>
  app.inject({
    method: 'GET',
    url: `${API_BASE}${contract.importFailedRows.path}?ImportId=${ImportId}`,
    headers: as ? { authorization: `Bearer ${(await app.token(as)).token}` } : {},
  })

const statusOf = async (ImportId: string) => (await app.call(contract.importStatus, { ImportId })).body

test('a run may name the fields that the company added to customers, and no others', async () => {
  await app.sql(`insert into custom_field (object_type, custom_field_code, custom_field_name, field_type, is_mandatory_yn, sequence_no, status) values
    ('Customer', 'RING', 'Ring size', 'Number', 'Y', 1, 'Active'), ('Customer', 'OLD', 'Gone', 'Text', 'N', 2, 'Inactive')`)
  const people = 'Name,Ref,Ring\nMEI LING,W1,12.5\n'
  const { body } = await upload(people, { kind: 'customers', name: 'people.csv' })
  const mapped = (Ring: string) => ({
    ImportId: body.ImportId,
    Mapping: { columns: { Name: 'FullName', Ref: 'CustomerRef', Ring }, constants: { OutletCode: 'KLCC' } },
  })
  const refused = {
    OLD: [409, 'The custom field Gone is not active any more. Leave it out'],
    NEVER: [400, 'There is no custom field NEVER'],
  }
  for (const [code, answer] of Object.entries(refused))
    for (const call of [contract.dryRunImport, contract.runImport]) {
      const { status, refusal } = await app.call(call, mapped(`CustomValues.${code}`))
      expect([status, refusal.message]).toEqual(answer)
    }
  expect(await app.call(contract.runImport, mapped('CustomValues.RING'))).toMatchObject({ body: { Status: 'Running' } })
  await app.sql('delete from import_job where import_id = $1', body.ImportId)
  await app.sql('delete from custom_field')
})

test('a file is uploaded, tried, run, and its bad rows come back with their reasons', async () => {
  const { status, body } = await upload(csv, { name: 'C:\\files\\post codes.csv' })
  expect(status).toBe(201)
  expect(body).toMatchObject({ Columns: ['Code', 'Town', 'State'], Encoding: 'utf8', Delimiter: ',' })
  expect(body.Sample).toHaveLength(3)
  const { ImportId } = body

  const tried = await app.call(contract.dryRunImport, { ImportId, Mapping })
  expect(tried).toMatchObject({ status: 200, body: { Read: 3, Created: 2, Failed: 1 } })
  expect(await app.sql('select from postcode')).toEqual([])

  expect(await app.call(contract.runImport, { ImportId, Mapping })).toMatchObject({ body: { Status: 'Running' } })
  expect((await app.call(contract.runImport, { ImportId, Mapping })).refusal.code).toBe('imports.running')
  await runWaiting(tools())
  expect(await statusOf(ImportId)).toMatchObject({ Status: 'Completed', Read: 3, Created: 2, Skipped: 0, Failed: 1 })
  expect(await app.sql('select postcode from postcode order by 1')).toHaveLength(2)

  const rows = await app.call(contract.listImportRows, { Search: { ImportId, Result: 'Failed' } })
  expect(rows.body).toMatchObject({ count: 1, rows: [{ FirstRow: 3, Reason: 'not_allowed', Field: 'Postcode' }] })
  const report = await failedRows(ImportId)
  expect(report.headers['content-disposition']).toContain("filename*=UTF-8''post%20codes.failed.csv")
  expect(report.text).toBe(
    '\ufeffCode,Town,State,ImportRow,ImportReason\r\nX,Nowhere,Nowhere,3,Postcode is not one of the values allowed: X\r\n',
  )
  expect((await app.call(contract.runImport, { ImportId, Mapping })).refusal.code).toBe('imports.done')

  const one = await app.call(contract.getImport, { ImportId })
  expect(one.body).toMatchObject({ FileName: 'post codes.csv', Mapping: { columns: Mapping.columns } })
  const list = await app.call(contract.listImports, { Search: { FileName: 'POST' } })
  expect(list.body.rows).toMatchObject([{ ImportId, Kind: 'postcodes' }])
})

test('a file with semicolons in Latin letters, or packed, is understood', async () => {
  expect((await upload(Buffer.from('Code;Régión\n1;é\n', 'latin1'))).body).toMatchObject({
    ...{ Columns: ['Code', 'Régión'], Encoding: 'windows-1252', Delimiter: ';' },
  })
  expect((await upload(gzipSync(csv))).body.Columns).toEqual(['Code', 'Town', 'State'])
})

test.each([
  ['of strangers', { as: null }, 401, 'access.required'],
  ['of staff who may not import', { as: staffWith({ roles: 'all' }) }, 403, 'access.forbidden'],
  [
    'of a kind that asks for another role',
    { as: staffWith({ roles: ['Customer'], privileges: ['Import Data'] }) },
    ...([403, 'imports.forbidden'] as const),
  ],
  ['of no kind that there is', { kind: 'sweets' }, 400, 'imports.kind'],
] as const)('files %s are refused', async (_, sending, status, code) => {
  expect(await upload(csv, sending)).toMatchObject({ status, refusal: { code } })
})

test('another page that makes a browser send a form gets nothing, though the cookie comes along', async () => {
  const { token } = await app.token(hq)
  const reply = await upload(csv, { as: null, headers: { cookie: `sid=${token}` } })
  expect(reply).toMatchObject({ status: 403, refusal: { code: 'access.wrong_origin' } })
})

test.each([
  ['a workbook', Buffer.from('PK\u0003\u0004 not text')],
  ['a text in UTF-16', Buffer.from('Code,Town', 'utf16le')],
  ['nothing', ''],
  ['a damaged archive', Buffer.from([0x1f, 0x8b, 1, 2, 3, 4])],
])('%s is refused, and nothing of it is kept', async (_, content) => {
  const kept = readdirSync(join(dataDirOf(), 'uploads')).length
  expect(await upload(content)).toMatchObject({ status: 400, refusal: { code: 'imports.not_csv' } })
  expect(readdirSync(join(dataDirOf(), 'uploads'))).toHaveLength(kept)
})

test('a form without a file, and a call that is no form, are told what is missing', async () => {
  const reply = await app.inject({
    method: 'POST',
    url: `${API_BASE}${contract.uploadImport.path}?Kind=postcodes`,
    payload: '{}',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${(await app.token(hq)).token}` },
  })
  expect(reply).toMatchObject({ status: 400, body: { code: 'imports.no_file' } })
})

test('anyone who may import customers sees no import of postcodes and none of its rows', async () => {
  const clerk = staffWith({ roles: ['Customer'], privileges: ['Import Data'], outlet: 'HQ' })
  const { ImportId } = (await upload(csv)).body
  expect((await app.call(contract.listImports, {}, clerk)).body.rows).toEqual([])
  for (const call of [contract.getImport, contract.importStatus])
    expect((await app.call(call, { ImportId }, clerk)).refusal.code).toBe('imports.forbidden')
  expect(await failedRows(ImportId, clerk)).toMatchObject({ status: 403 })
  expect(await failedRows(ImportId, null)).toMatchObject({ status: 401 })
})

test('an import whose server died is not said to run for ever, and can be run again', async () => {
  const { ImportId } = (await upload(csv)).body
  await app.sql(`update import_job set status = 'Running', started_at = now() where import_id = $1`, ImportId)
  await runWaiting(tools())
  expect(await statusOf(ImportId)).toMatchObject({ Status: 'Failed', Message: expect.stringContaining('Run it again') })

  await app.call(contract.runImport, { ImportId, Mapping })
  await runWaiting(tools())
  expect(await statusOf(ImportId)).toMatchObject({ Status: 'Completed', Created: 0, Skipped: 2, Failed: 1 })
})

test('a mapping that does not fit the file is refused before anything is put in line', async () => {
  const { ImportId } = (await upload(csv)).body
  const wrong = { columns: { Postleitzahl: 'Postcode', Town: 'City', State: 'State' } }
  expect((await app.call(contract.runImport, { ImportId, Mapping: wrong })).refusal.code).toBe('imports.column')
  expect(await statusOf(ImportId)).toMatchObject({ Status: 'Uploaded' })
})

test('a file is kept for a week after its import, then it has to be uploaded again', async () => {
  const { ImportId } = (await upload(csv)).body
  await app.call(contract.runImport, { ImportId, Mapping })
  await runWaiting(tools())
  const keeps = () => readdirSync(join(dataDirOf(), 'uploads')).includes(ImportId)
  await forgetFiles(tools())
  expect(keeps()).toBe(true)
  app.clock.advance(8 * 86_400)
  await forgetFiles(tools())
  expect(keeps()).toBe(false)
  app.clock.advance(-8 * 86_400)

  const other = (await upload(csv)).body.ImportId
  rmSync(uploadOf(dataDirOf(), other))
  expect((await app.call(contract.dryRunImport, { ImportId: other, Mapping })).refusal.code).toBe('imports.file_gone')
})

test('what was uploaded and never imported is removed after the hours of the setting, file and row', async () => {
  const kept = async (ImportId: string) => ({
    file: readdirSync(join(dataDirOf(), 'uploads')).includes(ImportId),
    row: (await app.call(contract.importStatus, { ImportId })).status,
  })
  await app.sql(`insert into setting (name, value) values ('imports.abandonedUploadHours', '3')`)
  const { ImportId } = (await upload(csv)).body
  const run = (await upload(csv)).body.ImportId
  await app.call(contract.runImport, { ImportId: run, Mapping })
  await runWaiting(tools())
  const waits = (await upload(large(10_001))).body.ImportId
  await app.call(contract.runImport, { ImportId: waits, Mapping })

  app.clock.advance(2 * 3600)
  await forgetFiles(tools())
  expect(await kept(ImportId)).toEqual({ file: true, row: 200 })
  app.clock.advance(2 * 3600)
  await forgetFiles(tools())
  app.clock.advance(-4 * 3600)
  expect(await kept(ImportId)).toEqual({ file: false, row: 404 })
  expect(await kept(run)).toEqual({ file: true, row: 200 })
  expect(await kept(waits)).toEqual({ file: true, row: 200 })
  await app.sql(`delete from setting where name = 'imports.abandonedUploadHours'`)
  await app.call(rejectRequest, { ApprovalId: (await waiting(waits))!, Remark: 'Done with' }, approver)
})

test('a file that unpacks to more than it may, or more tightly than rows do, is refused at once and nothing of it is kept', async () => {
  const kept = () => readdirSync(join(dataDirOf(), 'uploads')).length
  const before = kept()
  const bomb = gzipSync(`Code,Town,State\n${'50450,Kuala Lumpur,Kuala Lumpur\n'.repeat(500_000)}`)
  expect(bomb.length).toBeLessThan(60_000)
  expect(await upload(bomb)).toMatchObject({ status: 400, refusal: { code: 'imports.packed_too_tightly' } })

  await app.sql(`insert into setting (name, value) values ('imports.unpackedMB', '1')`)
  const mixed = Array.from({ length: 60_000 }, (_, row) => `${row},Town ${(row * 7919) % 60_000},Johor`).join('\n')
  expect(await upload(gzipSync(`Code,Town,State\n${mixed}`))).toMatchObject({
    status: 413,
    refusal: { code: 'imports.unpacked_too_large' },
  })
  await app.sql(`delete from setting where name = 'imports.unpackedMB'`)
  expect((await upload(gzipSync(`Code,Town,State\n${mixed}`))).status).toBe(201)
  expect(kept()).toBe(before + 1)
})

test('a dry run ends as soon as nobody waits for it, and leaves nothing running', async () => {
  const { ImportId } = (await upload(csv)).body
  const address = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const { token } = await app.token(hq)
  // The rows can't be read before this is let go.
  const holder = await app.database.pool.connect()
  await holder.query(`select pg_advisory_lock(hashtextextended('carat import postcodes', 0))`)
  const running = () =>
    app.sql(
      `select from pg_stat_activity where datname = current_database() and application_name = 'carat import postcodes'`,
    )
  const caller = new AbortController()
  const call = fetch(`${address}${API_BASE}${contract.dryRunImport.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ ImportId, Mapping }),
    signal: caller.signal,
  })
  await expect.poll(running).toHaveLength(1)
  caller.abort()
  await expect(call).rejects.toThrow('abort')
  await expect.poll(running).toEqual([])
  await holder.query(`select pg_advisory_unlock(hashtextextended('carat import postcodes', 0))`)
  holder.release()
})

test('a file that was uploaded and left stands in no list of imports, unless it is asked for', async () => {
  const { ImportId } = (await upload(csv)).body
  const listed = async (Search: object) =>
    (await app.call(contract.listImports, { Search, Rows: 1000 })).body.rows.some((job) => job.ImportId === ImportId)
  expect([await listed({}), await listed({ Status: 'Uploaded' })]).toEqual([false, true])
  await app.call(contract.runImport, { ImportId, Mapping })
  await runWaiting(tools())
  expect([await listed({}), await listed({ Status: 'Uploaded' })]).toEqual([true, false])
})

test('a run without one success is not called successful, and one with failures is a warning', async () => {
  const levelOf = async (content: string) => {
    const { ImportId } = (await upload(content)).body
    await app.call(contract.runImport, { ImportId, Mapping })
    await runWaiting(tools())
    const [listed] = (await app.call(contract.listImports, {})).body.rows
    const { Status, Level } = await statusOf(ImportId)
    expect(listed).toMatchObject({ ImportId, Level })
    return [Status, Level]
  }
  const head = 'Code,Town,State\n'
  expect(await levelOf(`${head}X,Nowhere,Nowhere\n`)).toEqual(['Completed', 'failed'])
  expect(await levelOf(`${head}X,Nowhere,Nowhere\n81100,Johor Bahru,Johor\n`)).toEqual(['Completed', 'warning'])
  expect(await levelOf(`${head}81100,Johor Bahru,Johor\n`)).toEqual(['Completed', 'warning'])
  expect(await levelOf(`${head}81200,Johor Bahru,Johor\n`)).toEqual(['Completed', 'success'])
  expect((await statusOf((await upload(csv)).body.ImportId)).Level).toBe('none')
})

test('a row that is too short or too long stands under its own columns in the file of failed rows', async () => {
  const { ImportId } = (
    await upload('Code,Town,State\n50451\n50452,Kuala Lumpur,Kuala, Lumpur\n50453,Kuala Lumpur,Kuala Lumpur\n')
  ).body
  await app.call(contract.runImport, { ImportId, Mapping })
  await runWaiting(tools())
  expect(await statusOf(ImportId)).toMatchObject({ Read: 3, Created: 1, Failed: 2 })
  const lines = (await failedRows(ImportId)).text.replace('\ufeff', '').trim().split('\r\n')
  expect(lines).toEqual([
    'Code,Town,State,ImportRow,ImportReason',
    '50451,,,1,"City is missing; State is missing"',
    '50452,Kuala Lumpur,"Kuala, Lumpur",2,The number of columns differs from the header: 4',
  ])
})

test('a mapping makes brands, structures and rates only for who may make them elsewhere', async () => {
  const clerk = staffWith({ roles: ['Customer Transaction', 'Point Rate'], privileges: ['Import Data'], outlet: 'HQ' })
  const content = 'Invoice,Time,Quantity,Price\nMAKE1,2026-01-01 10:00:00,1,10\n'
  const { ImportId } = (await upload(content, { as: clerk, kind: 'sales' })).body
  const sales = {
    columns: { Invoice: 'InvoiceNo', Time: 'PerformedAt', Quantity: 'Quantity', Price: 'UnitPrice' },
    constants: { OutletCode: 'KLCC', Brand: 'Carat' },
  }
  const rate = { Brand: 'All', Amount: '10', PointRate: '1', EffectiveFrom: '2020-01-01' }
  const structure = { Code: 'MADE', Name: 'Made', EffectiveFrom: '2020-01-01' }
  const requested = (ensureRules: object, as = clerk) =>
    app.call(contract.dryRunImport, { ImportId, Mapping: { ...sales, ensureRules } }, as)
  expect(await requested({ Rate: rate })).toMatchObject({ status: 200 })
  for (const call of [contract.dryRunImport, contract.runImport]) {
    const Wanted = { ...sales, ensureRules: { Structure: structure } }
    expect(await app.call(call, { ImportId, Mapping: Wanted }, clerk)).toMatchObject({
      status: 403,
      refusal: { code: 'imports.may_not_make', params: { what: 'PointStructure', role: 'Point Structure' } },
    })
  }
  expect(await requested({ Structure: structure, Rate: rate }, hq)).toMatchObject({ status: 200 })
})

const approver = staffWith({ privileges: ['Approve Requests'], outlet: 'HQ' })

const large = (rows: number) =>
  gzipSync(`Code,Town,State\n${Array.from({ length: rows }, (_, row) => `${10_000 + row},Town,Johor`).join('\n')}`)

const waiting = async (ImportId: string) => {
  const { rows } = (await app.call(listApprovals, { Search: { Status: 'Pending', Kind: 'Large import' } }, approver))
    .body
  return rows.find(({ ObjectId }) => ObjectId === ImportId)?.ApprovalId
}

test('a file of more than 10,000 rows runs once another person agreed, and not before', async () => {
  const { ImportId } = (await upload(large(10_001))).body
  const requested = await app.call(contract.runImport, { ImportId, Mapping })
  expect(requested.body).toMatchObject({ Status: 'Uploaded', Step: 'Approval' })
  expect((await app.call(contract.runImport, { ImportId, Mapping })).refusal.code).toBe('approvals.waits_already')
  await runWaiting(tools())
  expect(await statusOf(ImportId)).toMatchObject({ Status: 'Uploaded', Read: 0 })

  const ApprovalId = (await waiting(ImportId))!
  expect(await app.call(approveRequest, { ApprovalId })).toMatchObject({ status: 403 })
  const replies = await Promise.all([1, 2, 3].map(() => app.call(approveRequest, { ApprovalId }, approver)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  await runWaiting(tools())
  expect(await statusOf(ImportId)).toMatchObject({ Status: 'Completed', Read: 10_001, Created: 10_001 })
})

test('a large file that is turned down says why, and one of 10,000 rows asks nobody', async () => {
  const { ImportId } = (await upload(large(10_001))).body
  await app.call(contract.runImport, { ImportId, Mapping })
  const ApprovalId = (await waiting(ImportId))!
  await app.call(rejectRequest, { ApprovalId, Remark: 'The wrong file' }, approver)
  expect(await statusOf(ImportId)).toMatchObject({ Status: 'Cancelled', Message: 'The wrong file' })

  const small = (await upload(large(10_000))).body.ImportId
  expect((await app.call(contract.runImport, { ImportId: small, Mapping })).body.Status).toBe('Running')
  await runWaiting(tools())
})

test('opening balances of more points than their caller may give by hand wait for another person', async () => {
  const balances = { columns: { No: 'MembershipNo', Points: 'Points' } }
  const started = async (points: number[]) => {
    const content = `No,Points\n${points.map((count) => `NONE1,${count}`).join('\n')}\n`
    const { ImportId } = (await upload(content, { kind: 'opening-balances' })).body
    const { body } = await app.call(contract.runImport, { ImportId, Mapping: balances })
    return { ImportId, Step: body.Step }
  }
  expect(await started([5_000, 5_000])).toMatchObject({ Step: 'Waiting' })
  await runWaiting(tools())
  const { ImportId, Step } = await started([5_000, 5_001])
  expect(Step).toBe('Approval')
  await runWaiting(tools())
  expect(await statusOf(ImportId)).toMatchObject({ Status: 'Uploaded', Read: 0 })
  await app.call(approveRequest, { ApprovalId: (await waiting(ImportId))! }, approver)
  await runWaiting(tools())
  expect(await statusOf(ImportId)).toMatchObject({ Status: 'Completed', Read: 2, Failed: 2, Level: 'failed' })
})
