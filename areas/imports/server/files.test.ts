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
import { deleteOldUploads, runQueuedImports } from './background.ts'
import { uploadedFilePath } from './uploads.ts'

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

test('import: a mapping can name custom fields of customers, but no other custom fields', async () => {
  await app.sql(`insert into custom_field (object_type, custom_field_code, custom_field_name, field_type, is_mandatory_yn, sequence_no, status) values
    ('Customer', 'RING', 'Ring size', 'Number', 'Y', 1, 'Active'), ('Customer', 'OLD', 'Gone', 'Text', 'N', 2, 'Inactive')`)
  const people = 'Name,Ref,Ring\nMEI LING,W1,12.5\n'
  const { body } = await upload(people, { kind: 'customers', name: 'people.csv' })
  const mapped = (Ring: string) => ({
    ImportId: body.ImportId,
    Mapping: { columns: { Name: 'FullName', Ref: 'CustomerRef', Ring }, constants: { OutletCode: 'KLCC' } },
  })
  const refused = {
    OLD: [409, 'The custom field Gone is no longer active. Leave it out'],
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

test('import: a file is uploaded, checked by a dry run and imported, and its failed rows are returned with their reasons', async () => {
  const { status, body } = await upload(csv, { name: 'C:\\files\\post codes.csv' })
  expect(status).toBe(201)
  expect(body).toMatchObject({ Columns: ['Code', 'Town', 'State'], Encoding: 'utf8', Delimiter: ',' })
  expect(body.Sample).toHaveLength(3)
  const { ImportId } = body

  const dryRun = await app.call(contract.dryRunImport, { ImportId, Mapping })
  expect(dryRun).toMatchObject({ status: 200, body: { Read: 3, Created: 2, Failed: 1 } })
  expect(await app.sql('select from postcode')).toEqual([])

  expect(await app.call(contract.runImport, { ImportId, Mapping })).toMatchObject({ body: { Status: 'Running' } })
  expect((await app.call(contract.runImport, { ImportId, Mapping })).refusal.code).toBe('imports.running')
  await runQueuedImports(tools())
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

  const storedImport = await app.call(contract.getImport, { ImportId })
  expect(storedImport.body).toMatchObject({ FileName: 'post codes.csv', Mapping: { columns: Mapping.columns } })
  const list = await app.call(contract.listImports, { Search: { FileName: 'POST' } })
  expect(list.body.rows).toMatchObject([{ ImportId, Kind: 'postcodes' }])
})

test('import: a Latin-1 file with semicolons and a gzip file can be read', async () => {
  expect((await upload(Buffer.from('Code;Régión\n1;é\n', 'latin1'))).body).toMatchObject({
    ...{ Columns: ['Code', 'Régión'], Encoding: 'windows-1252', Delimiter: ';' },
  })
  expect((await upload(gzipSync(csv))).body.Columns).toEqual(['Code', 'Town', 'State'])
})

test.each([
  ['from an unauthenticated caller', { as: null }, 401, 'access.required'],
  ['from staff without the import privilege', { as: staffWith({ roles: 'all' }) }, 403, 'access.forbidden'],
  [
    'of a kind that requires another role',
    { as: staffWith({ roles: ['Customer'], privileges: ['Import Data'] }) },
    ...([403, 'imports.forbidden'] as const),
  ],
  ['of an unknown kind', { kind: 'sweets' }, 400, 'imports.kind'],
] as const)('upload: a file %s is refused', async (_, sending, status, code) => {
  expect(await upload(csv, sending)).toMatchObject({ status, refusal: { code } })
})

test('upload: a form sent from another origin is refused even with the session cookie', async () => {
  const { token } = await app.token(hq)
  const reply = await upload(csv, { as: null, headers: { cookie: `sid=${token}` } })
  expect(reply).toMatchObject({ status: 403, refusal: { code: 'access.wrong_origin' } })
})

test.each([
  ['a workbook', Buffer.from('PK\u0003\u0004 not text')],
  ['a text in UTF-16', Buffer.from('Code,Town', 'utf16le')],
  ['an empty file', ''],
  ['a damaged archive', Buffer.from([0x1f, 0x8b, 1, 2, 3, 4])],
])('upload: %s is refused and no file is stored', async (_, content) => {
  const filesBefore = readdirSync(join(dataDirOf(), 'uploads')).length
  expect(await upload(content)).toMatchObject({ status: 400, refusal: { code: 'imports.not_csv' } })
  expect(readdirSync(join(dataDirOf(), 'uploads'))).toHaveLength(filesBefore)
})

test('upload: a form without a file, and a request that is not a form, are refused with an explanation', async () => {
  const reply = await app.inject({
    method: 'POST',
    url: `${API_BASE}${contract.uploadImport.path}?Kind=postcodes`,
    payload: '{}',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${(await app.token(hq)).token}` },
  })
  expect(reply).toMatchObject({ status: 400, body: { code: 'imports.no_file' } })
})

test('import list: a user who may only import customers does not see postcode imports or their rows', async () => {
  const clerk = staffWith({ roles: ['Customer'], privileges: ['Import Data'], outlet: 'HQ' })
  const { ImportId } = (await upload(csv)).body
  expect((await app.call(contract.listImports, {}, clerk)).body.rows).toEqual([])
  for (const call of [contract.getImport, contract.importStatus])
    expect((await app.call(call, { ImportId }, clerk)).refusal.code).toBe('imports.forbidden')
  expect(await failedRows(ImportId, clerk)).toMatchObject({ status: 403 })
  expect(await failedRows(ImportId, null)).toMatchObject({ status: 401 })
})

test('import: a run whose server died is reported as failed and can be started again', async () => {
  const { ImportId } = (await upload(csv)).body
  await app.sql(`update import_job set status = 'Running', started_at = now() where import_id = $1`, ImportId)
  await runQueuedImports(tools())
  expect(await statusOf(ImportId)).toMatchObject({ Status: 'Failed', Message: expect.stringContaining('Run it again') })

  await app.call(contract.runImport, { ImportId, Mapping })
  await runQueuedImports(tools())
  expect(await statusOf(ImportId)).toMatchObject({ Status: 'Completed', Created: 0, Skipped: 2, Failed: 1 })
})

test('import: a mapping that does not fit the file is refused before the import is queued', async () => {
  const { ImportId } = (await upload(csv)).body
  const wrong = { columns: { Postleitzahl: 'Postcode', Town: 'City', State: 'State' } }
  expect((await app.call(contract.runImport, { ImportId, Mapping: wrong })).refusal.code).toBe('imports.column')
  expect(await statusOf(ImportId)).toMatchObject({ Status: 'Uploaded' })
})

test('import: an uploaded file is available for a week after its import, and must then be uploaded again', async () => {
  const { ImportId } = (await upload(csv)).body
  await app.call(contract.runImport, { ImportId, Mapping })
  await runQueuedImports(tools())
  const keeps = () => readdirSync(join(dataDirOf(), 'uploads')).includes(ImportId)
  await deleteOldUploads(tools())
  expect(keeps()).toBe(true)
  app.clock.advance(8 * 86_400)
  await deleteOldUploads(tools())
  expect(keeps()).toBe(false)
  app.clock.advance(-8 * 86_400)

  const importWithoutFile = (await upload(csv)).body.ImportId
  rmSync(uploadedFilePath(dataDirOf(), importWithoutFile))
  expect((await app.call(contract.dryRunImport, { ImportId: importWithoutFile, Mapping })).refusal.code).toBe(
    'imports.file_gone',
  )
})

test('import: an upload that was never run is deleted with its file after the configured hours', async () => {
  const storedState = async (ImportId: string) => ({
    file: readdirSync(join(dataDirOf(), 'uploads')).includes(ImportId),
    row: (await app.call(contract.importStatus, { ImportId })).status,
  })
  await app.sql(`insert into setting (name, value) values ('imports.abandonedUploadHours', '3')`)
  const { ImportId } = (await upload(csv)).body
  const run = (await upload(csv)).body.ImportId
  await app.call(contract.runImport, { ImportId: run, Mapping })
  await runQueuedImports(tools())
  const waits = (await upload(large(10_001))).body.ImportId
  await app.call(contract.runImport, { ImportId: waits, Mapping })

  app.clock.advance(2 * 3600)
  await deleteOldUploads(tools())
  expect(await storedState(ImportId)).toEqual({ file: true, row: 200 })
  app.clock.advance(2 * 3600)
  await deleteOldUploads(tools())
  app.clock.advance(-4 * 3600)
  expect(await storedState(ImportId)).toEqual({ file: false, row: 404 })
  expect(await storedState(run)).toEqual({ file: true, row: 200 })
  expect(await storedState(waits)).toEqual({ file: true, row: 200 })
  await app.sql(`delete from setting where name = 'imports.abandonedUploadHours'`)
  await app.call(rejectRequest, { ApprovalId: (await pendingApprovalOf(waits))!, Remark: 'Done with' }, approver)
})

test('upload: a file that decompresses beyond the size or ratio limit is refused at once and not stored', async () => {
  const storedFiles = () => readdirSync(join(dataDirOf(), 'uploads')).length
  const before = storedFiles()
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
  expect(storedFiles()).toBe(before + 1)
})

test('dry run: a dry run ends when its caller disconnects, and leaves no running database statement', async () => {
  const { ImportId } = (await upload(csv)).body
  const address = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const { token } = await app.token(hq)
  // The rows cannot be read before this lock is released.
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

test('import list: an upload that was never run is listed only if the caller filters by its status', async () => {
  const { ImportId } = (await upload(csv)).body
  const listed = async (Search: object) =>
    (await app.call(contract.listImports, { Search, Rows: 1000 })).body.rows.some((job) => job.ImportId === ImportId)
  expect([await listed({}), await listed({ Status: 'Uploaded' })]).toEqual([false, true])
  await app.call(contract.runImport, { ImportId, Mapping })
  await runQueuedImports(tools())
  expect([await listed({}), await listed({ Status: 'Uploaded' })]).toEqual([true, false])
})

test('import: a run with failed rows or without created rows has the level warning, a run with both has the level failed', async () => {
  const levelOf = async (content: string) => {
    const { ImportId } = (await upload(content)).body
    await app.call(contract.runImport, { ImportId, Mapping })
    await runQueuedImports(tools())
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

test('failed rows: in the file of failed rows, cells of a row that was too short or too long stay under their columns', async () => {
  const { ImportId } = (
    await upload('Code,Town,State\n50451\n50452,Kuala Lumpur,Kuala, Lumpur\n50453,Kuala Lumpur,Kuala Lumpur\n')
  ).body
  await app.call(contract.runImport, { ImportId, Mapping })
  await runQueuedImports(tools())
  expect(await statusOf(ImportId)).toMatchObject({ Read: 3, Created: 1, Failed: 2 })
  const lines = (await failedRows(ImportId)).text.replace('\ufeff', '').trim().split('\r\n')
  expect(lines).toEqual([
    'Code,Town,State,ImportRow,ImportReason',
    '50451,,,1,"City is missing; State is missing"',
    '50452,Kuala Lumpur,"Kuala, Lumpur",2,The number of columns differs from the header: 4',
  ])
})

test('import: a mapping that creates brands, structures and rates requires the role for each of them', async () => {
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
    const mappingWithStructure = { ...sales, ensureRules: { Structure: structure } }
    expect(await app.call(call, { ImportId, Mapping: mappingWithStructure }, clerk)).toMatchObject({
      status: 403,
      refusal: { code: 'imports.may_not_make', params: { what: 'PointStructure', role: 'Point Structure' } },
    })
  }
  expect(await requested({ Structure: structure, Rate: rate }, hq)).toMatchObject({ status: 200 })
})

const approver = staffWith({ privileges: ['Approve Requests'], outlet: 'HQ' })

const large = (rows: number) =>
  gzipSync(`Code,Town,State\n${Array.from({ length: rows }, (_, row) => `${10_000 + row},Town,Johor`).join('\n')}`)

const pendingApprovalOf = async (ImportId: string) => {
  const { rows } = (await app.call(listApprovals, { Search: { Status: 'Pending', Kind: 'Large import' } }, approver))
    .body
  return rows.find(({ ObjectId }) => ObjectId === ImportId)?.ApprovalId
}

test('import: a file of more than 10,000 rows runs only after a second person approves it', async () => {
  const { ImportId } = (await upload(large(10_001))).body
  const requested = await app.call(contract.runImport, { ImportId, Mapping })
  expect(requested.body).toMatchObject({ Status: 'Uploaded', Step: 'Approval' })
  expect((await app.call(contract.runImport, { ImportId, Mapping })).refusal.code).toBe('approvals.waits_already')
  await runQueuedImports(tools())
  expect(await statusOf(ImportId)).toMatchObject({ Status: 'Uploaded', Read: 0 })

  const ApprovalId = (await pendingApprovalOf(ImportId))!
  expect(await app.call(approveRequest, { ApprovalId })).toMatchObject({ status: 403 })
  const replies = await Promise.all([1, 2, 3].map(() => app.call(approveRequest, { ApprovalId }, approver)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  await runQueuedImports(tools())
  expect(await statusOf(ImportId)).toMatchObject({ Status: 'Completed', Read: 10_001, Created: 10_001 })
})

test('import: the requester sees why a large import was rejected, and a file of 10,000 rows needs no approval', async () => {
  const { ImportId } = (await upload(large(10_001))).body
  await app.call(contract.runImport, { ImportId, Mapping })
  const ApprovalId = (await pendingApprovalOf(ImportId))!
  await app.call(rejectRequest, { ApprovalId, Remark: 'The wrong file' }, approver)
  expect(await statusOf(ImportId)).toMatchObject({ Status: 'Cancelled', Message: 'The wrong file' })

  const small = (await upload(large(10_000))).body.ImportId
  expect((await app.call(contract.runImport, { ImportId: small, Mapping })).body.Status).toBe('Running')
  await runQueuedImports(tools())
})

test('opening balances: a file with more points than the caller’s adjustment limit waits for approval', async () => {
  const balances = { columns: { No: 'MembershipNo', Points: 'Points' } }
  const started = async (points: number[]) => {
    const content = `No,Points\n${points.map((count) => `NONE1,${count}`).join('\n')}\n`
    const { ImportId } = (await upload(content, { kind: 'opening-balances' })).body
    const { body } = await app.call(contract.runImport, { ImportId, Mapping: balances })
    return { ImportId, Step: body.Step }
  }
  expect(await started([5_000, 5_000])).toMatchObject({ Step: 'Waiting' })
  await runQueuedImports(tools())
  const { ImportId, Step } = await started([5_000, 5_001])
  expect(Step).toBe('Approval')
  await runQueuedImports(tools())
  expect(await statusOf(ImportId)).toMatchObject({ Status: 'Uploaded', Read: 0 })
  await app.call(approveRequest, { ApprovalId: (await pendingApprovalOf(ImportId))! }, approver)
  await runQueuedImports(tools())
  expect(await statusOf(ImportId)).toMatchObject({ Status: 'Completed', Read: 2, Failed: 2, Level: 'failed' })
})
