import { readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { approveRequest, listApprovals, rejectRequest } from '#areas/approvals/contract.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { type Caller, hq, staffWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'
import { forgetFiles, runWaiting } from './background.ts'
import { uploadOf } from './uploads.ts'

afterAll(() => rmSync(dataDirOf(), { recursive: true, force: true }))

const app = useApp()
const tools = () => ({
  ...{ database: app.database, directUrl: app.url, clock: app.clock.now, timeZone: 'Asia/Kuala_Lumpur' },
  services: {} as never,
  dataDir: dataDirOf(),
  log: () => {},
})
const dataDirOf = () => join(tmpdir(), `carat-test-${process.pid}`)

const csv = 'Code,Town,State\n50450,Kuala Lumpur,Kuala Lumpur\n10200,George Town,Pulau Pinang\nX,Nowhere,Nowhere\n'
const Mapping = { columns: { Code: 'Postcode', Town: 'City', State: 'State' } }

type Sending = { as?: Caller | null; kind?: string; name?: string; headers?: Record<string, string> }

async function upload(
  content: string | Buffer,
  { as = hq, kind = 'postcodes', name = 'p.csv', headers }: Sending = {},
) {
  const head = `--frontier\r\ncontent-disposition: form-data; name="File"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n`
  const reply = await app.inject({
    method: 'POST',
    url: `${API_BASE}${contract.uploadImport.path}?Kind=${kind}`,
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--frontier--\r\n')]),
    headers: {
      'content-type': 'multipart/form-data; boundary=frontier',
      ...(as && { authorization: `Bearer ${(await app.token(as)).token}` }),
      ...headers,
    },
  })
  return { status: reply.status, body: reply.body as contract.Uploaded, refusal: reply.body as { code: string } }
}

const failedRows = async (ImportId: string, as: Caller | null = hq) =>
  app.inject({
    method: 'GET',
    url: `${API_BASE}${contract.importFailedRows.path}?ImportId=${ImportId}`,
    headers: as ? { authorization: `Bearer ${(await app.token(as)).token}` } : {},
  })

const statusOf = async (ImportId: string) => (await app.call(contract.importStatus, { ImportId })).body

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

test('whoever may import customers sees no import of postcodes and none of its rows', async () => {
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
  const asked = await app.call(contract.runImport, { ImportId, Mapping })
  expect(asked.body).toMatchObject({ Status: 'Uploaded', Step: 'Approval' })
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
