import { describe, expect, test } from 'vitest'
import { findAccountActor } from '#areas/access/server/index.ts'
import { listCustomers } from '#areas/customers/contract/customers.ts'
import { openClient, transactionTimeouts } from '#kit/server/database.ts'
import type { Route } from '#kit/server/serve.ts'
import { readWholeList } from '#kit/server/whole-list.ts'
import { exportingCompany } from '#tests/factories/exporting-company.ts'
import { downloadExportFile, exportInput } from '#tests/factories/exports.ts'
import { hq, jobContext, staffWith } from '#tests/harness.ts'
import { addExport, cancelExport, type Export, exportStatus, listExports, runExportAgain } from '../contract.ts'
import { runQueuedExports } from './background.ts'
import { deleteOldExports } from './delete-old-exports.ts'
import { findExportableList } from './lists.ts'

const { app, own, fields, exported } = exportingCompany()

describe('export in the background', () => {
  const ready = async (ExportId: string) => (await app.call(exportStatus, { ExportId })).body

  test('background export: the export is queued, completes in the background, and only its owner can download the file', async () => {
    const queued = await exported()
    expect(queued).toMatchObject({ Status: 'Queued', RowsDone: 0 })
    expect(await downloadExportFile(app, queued.ExportId)).toMatchObject({ status: 404 })

    await runQueuedExports(jobContext(app))

    const completed = await ready(queued.ExportId)
    expect(completed).toMatchObject({
      Status: 'Completed',
      RowsDone: queued.RowsExpected,
      ExpiresAt: '2026-06-22T04:00:00.000Z',
    })
    const file = await downloadExportFile(app, queued.ExportId)
    expect(file.headers).toMatchObject({
      'content-disposition': expect.stringMatching(/^attachment;.*A%20list%202026-06-15\.csv$/),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    const otherUser = staffWith({ ...own, roles: ['Customer', 'Feedback'] })
    expect(await downloadExportFile(app, queued.ExportId, otherUser)).toMatchObject({ status: 404 })
    expect(await app.call(exportStatus, { ExportId: queued.ExportId }, otherUser)).toMatchObject({ status: 404 })
    expect((await app.call(listExports, {}, otherUser)).body.rows).toEqual([])
  })

  test('background export: the owner can cancel a queued or running export', async () => {
    const queuedExport = await exported()
    expect((await app.call(cancelExport, { ExportId: queuedExport.ExportId })).body.Status).toBe('Cancelled')
    const running = await exported()
    // Cancels the export between two chunks.
    const tools = jobContext(app)
    const once = { ...tools, log: () => {}, database: cancelling(tools.database, running.ExportId) }
    await runQueuedExports(once)
    expect(await ready(running.ExportId)).toMatchObject({ Status: 'Cancelled', FileBytes: null })
    expect(await app.call(cancelExport, { ExportId: running.ExportId })).toMatchObject({ status: 409 })
    expect(await downloadExportFile(app, running.ExportId)).toMatchObject({
      status: 404,
      headers: { 'content-type': expect.stringContaining('json') },
    })
  })

  /** Cancels the export when it first reports progress. */
  const cancelling = (database: typeof app.database, ExportId: string) => ({
    ...database,
    pool: new Proxy(database.pool, {
      get: (pool, name) =>
        name !== 'query'
          ? (Reflect.get(pool, name).bind?.(pool) ?? Reflect.get(pool, name))
          : async (text: string, values: unknown[]) => {
              if (text.includes('rows_done = $2')) await app.call(cancelExport, { ExportId })
              return pool.query(text, values)
            },
    }),
  })

  test('background export: the export starts again after its server died, and fails after the third attempt', async () => {
    const { ExportId } = await exported()
    const dead = (attempts: number) =>
      app.sql(
        `update export_job set status = 'Running', attempts = $2, rows_done = 40, ended_at = null, file_key = null, file_bytes = null where export_id = $1`,
        ExportId,
        attempts,
      )
    await dead(1)
    const alive = await openClient(app.url, 'another server')
    await alive.query(`select pg_advisory_lock(hashtextextended('export ' || $1, 0))`, [ExportId])
    await runQueuedExports(jobContext(app))
    expect(await ready(ExportId)).toMatchObject({ Status: 'Running', RowsDone: 40 })
    await alive.end()
    await runQueuedExports(jobContext(app))
    expect(await ready(ExportId)).toMatchObject({ Status: 'Completed' })

    await dead(3)
    await runQueuedExports(jobContext(app))
    expect(await ready(ExportId)).toMatchObject({ Status: 'Failed', MessageCode: 'exports.stopped' })
    const again = await app.call(runExportAgain, { ExportId })
    expect(again).toMatchObject({ status: 201, body: { Status: 'Queued' } })
    await runQueuedExports(jobContext(app))
    expect(await ready(again.body.ExportId)).toMatchObject({ Status: 'Completed' })
  })

  test('background export: the export fails if its owner lost the privilege before the export ran', async () => {
    const leaver = staffWith({ ...own, outlet: 'KLCC', roles: ['Customer', 'Dashboard'] })
    const { ExportId } = await exported({}, leaver)
    const { userId } = await app.token(leaver)
    await app.sql(`delete from user_privilege where user_id = $1 and privilege = 'Export Data'`, userId)
    await runQueuedExports(jobContext(app))
    const [row] = await app.sql<{ status: string; message_code: string }>(
      'select status, message_code from export_job where export_id = $1',
      ExportId,
    )
    expect(row).toEqual({ status: 'Failed', message_code: 'access.forbidden' })
  })

  test('background export: a user can have two exports in progress at a time', async () => {
    const busy = staffWith({ ...own, outlet: 'KLCC', roles: ['Customer', 'Rewards'] })
    const queued = [await exported({}, busy), await exported({}, busy)]
    const third = await app.call(addExport, exportInput(listCustomers.path, fields), busy)
    expect(third).toMatchObject({
      status: 429,
      refusal: { code: 'exports.too_many_at_once' },
      headers: { 'retry-after': '10' },
    })
    await app.call(cancelExport, { ExportId: queued[0]!.ExportId }, busy)
    expect((await exported({ Scope: 'Page', Rows: 5 }, busy)).Status).toBe('Completed')
    await runQueuedExports(jobContext(app))
  })

  test('background export: all chunks come from one snapshot in one sort order', async () => {
    await app.sql(
      `insert into product_group (product_code, product_name, product_type) select 'P' || n, 'Piece ' || n, 'Ring' from generate_series(1, 5001) n`,
    )
    const { product_code } = (
      await app.sql<{ product_code: string }>('select min(product_code) as product_code from product_group')
    )[0]!
    const codes = await withActor(async (reading, route) => {
      const input = route.endpoint.body.parse({}) as Record<string, unknown>
      return readWholeList(reading, route, input, async (pages) => {
        const chunks: string[][] = []
        for await (const { rows } of pages) {
          chunks.push(rows.map((row) => String(row.ProductCode)))
          // Separate queries per page would include the new row, miss the deleted row and return another row twice.
          if (chunks.length === 1) {
            await app.sql(
              `insert into product_group (product_code, product_name, product_type) values ('ZZZ', 'Late', 'Ring')`,
            )
            await app.sql('delete from product_group where product_code = $1', product_code)
          }
        }
        return chunks
      })
    })
    expect(codes.map((chunk) => chunk.length)).toEqual([2000, 2000, 1001])
    const all = codes.flat()
    expect(new Set(all).size).toBe(5001)
    expect(all).toContain(product_code)
    expect(all).not.toContain('ZZZ')
  })

  /** Calls `work` with the list of product groups and the rights of a head office user. */
  const withActor = async <Result>(
    work: (reading: Parameters<typeof readWholeList>[0], route: Route) => Promise<Result>,
  ) => {
    const { userId } = await app.token(hq)
    const actor = (await findAccountActor(app.db, userId))!
    const { services, database } = app
    const ctx = { actor, services, now: app.clock.now(), today: '2026-06-15', timeZone: 'Asia/Kuala_Lumpur' } as never
    const origin = { userId, name: actor.name, outletCode: 'HQ', session: null, ip: null, requestId: 'test' }
    return work(
      { database, timeZone: 'Asia/Kuala_Lumpur', limits: transactionTimeouts.job, origin, ctx },
      findExportableList(app.services, '/product-groups/find-all'),
    )
  }

  test('background export: the file is deleted after seven days, and the record remains', async () => {
    const { ExportId } = await exported({ Scope: 'Page', Rows: 5 })
    app.clock.advance(7 * 86_400 - 1)
    await deleteOldExports(jobContext(app))
    expect(await downloadExportFile(app, ExportId)).toMatchObject({ status: 200 })
    app.clock.advance(2)
    await deleteOldExports(jobContext(app))
    expect(await downloadExportFile(app, ExportId)).toMatchObject({ status: 404 })
    const { Status, FileName } = (await ready(ExportId)) satisfies Export
    expect({ Status, FileName }).toEqual({ Status: 'Expired', FileName: 'A list 2026-06-15.csv' })
  })
})
