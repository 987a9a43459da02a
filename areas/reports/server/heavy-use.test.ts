import type { Client } from 'pg'
import { afterEach, expect, test } from 'vitest'
import { LIST_PAGE_ROWS_MAX } from '#kit/contract/page.ts'
import { openClient } from '#kit/server/database.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { hq, staffWith, useApp } from '#tests/harness.ts'
import { languages, textsIn } from '#tests/texts.ts'
import { campaignTargetsReport } from '../campaign-targets/contract.ts'
import { campaignTargetsRoute } from '../campaign-targets/server.ts'
import { reportDefinitions } from '../contract/table.ts'
import { reportRoutes } from './report-routes.ts'

// One user repeats the largest reports while others work.

const app = useApp()
/** App with a report whose time limit is 0.2 seconds. */
const shortLimitApp = useApp({
  routes: [{ ...campaignTargetsRoute, limits: { statement: 200, lock: 60_000, idle: 60_000 } }],
})
const user = (outlet: string) => staffWith({ roles: ['Campaign Target List Report'], outlet })
const firstUser = user('KLCC')
const secondUser = user('PAV')
const thirdUser = user('HQ')

let holder: Client | undefined
afterEach(async () => {
  await holder?.end()
  holder = undefined
})

/** Locks a table that the report reads, so that running reports wait for the test. */
async function lockTargets(url = app.url) {
  holder = await openClient(url, 'holds the targets')
  await holder.query('begin; lock table campaign_target in access exclusive mode')
}
const countRunning = async (where = app) =>
  (
    await where.sql<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  )[0]!.count

test('reports: at most two reports of a user and four in total run at the same time, and further ones wait', async () => {
  const runReport = (as: typeof firstUser) => app.call(campaignTargetsReport.call, {} as never, as)
  for (const as of [firstUser, secondUser, thirdUser]) await runReport(as)
  await lockTargets()
  const ofFirstUser = [runReport(firstUser), runReport(firstUser), runReport(firstUser)]
  await expect.poll(() => countRunning()).toBe(2)
  // Two running reports of one user do not delay the reports of other users.
  const ofOthers = [runReport(secondUser), runReport(thirdUser), runReport(thirdUser)]
  await expect.poll(() => countRunning()).toBe(4)
  await holder!.query('commit')
  const answers = await Promise.all([...ofFirstUser, ...ofOthers])
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
})

test('reports: a report that exceeds its time limit is stopped, and the error states when to retry', async () => {
  const { token } = await shortLimitApp.token(firstUser)
  await lockTargets(shortLimitApp.url)
  const { status, headers, body } = await shortLimitApp.inject({
    method: 'POST',
    url: API_BASE + campaignTargetsReport.call.path,
    headers: { authorization: `Bearer ${token}` },
    payload: {},
  })
  expect({ status, headers, body }).toMatchObject({
    status: 503,
    headers: { 'retry-after': '2' },
    body: { code: 'kit.too_long', message: 'This takes too long at the moment. Ask for less or try again later' },
  })
  const messages = languages.map((language) => textsIn(language).get('kit:refusals.too_long'))
  expect(new Set(messages.filter((text) => text !== undefined)).size).toBe(languages.length)
  // The database has cancelled the statement.
  expect(await countRunning(shortLimitApp)).toBe(0)
})

test('reports: a page of a report has at most 1,000 rows', async () => {
  const report = reportRoutes.find(
    ({ endpoint }) => endpoint.path === reportDefinitions.customerTransaction.call,
  )!.endpoint
  expect((await app.call(report, { Rows: LIST_PAGE_ROWS_MAX } as never, hq)).status).toBe(200)
  expect((await app.call(report, { Rows: LIST_PAGE_ROWS_MAX + 1 } as never, hq)).status).toBe(400)
})
