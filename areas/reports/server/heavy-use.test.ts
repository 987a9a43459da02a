import type { Client } from 'pg'
import { afterEach, expect, test } from 'vitest'
import { ROWS_MAX } from '#kit/contract/page.ts'
import { openClient } from '#kit/server/database.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { hq, staffWith, useApp } from '#tests/harness.ts'
import { languages, textsIn } from '#tests/texts.ts'
import { campaignTargets } from '../campaign-targets/contract.ts'
import { campaignTargetsRoute } from '../campaign-targets/server.ts'
import { reportTable } from '../contract/table.ts'
import { reportRoutes } from './reports.ts'

// Abuse case 61: somebody asks for as much as there is, again and again, while others work.

const app = useApp()
/** Where a report may take a fifth of a second instead of fifteen. */
const hasty = useApp({
  routes: [{ ...campaignTargetsRoute, limits: { statement: 200, lock: 60_000, idle: 60_000 } }],
})
const user = (outlet: string) => staffWith({ roles: ['Campaign Target List Report'], outlet })
const one = user('KLCC')
const other = user('PAV')
const third = user('HQ')

let holder: Client | undefined
afterEach(async () => {
  await holder?.end()
  holder = undefined
})

/** The report cannot begin to read while this lasts, and so is at work for as long as the test looks at it. */
async function hold(url = app.url) {
  holder = await openClient(url, 'holds the targets')
  await holder.query('begin; lock table campaign_target in access exclusive mode')
}
const atWork = async (where = app) =>
  (
    await where.sql<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  )[0]!.count

test('a user has two reports at work at a time and all together have four; the others wait in line, and all are answered', async () => {
  const ask = (as: typeof one) => app.call(campaignTargets.call, {} as never, as)
  for (const as of [one, other, third]) await ask(as)
  await hold()
  const ofOne = [ask(one), ask(one), ask(one)]
  await expect.poll(() => atWork()).toBe(2)
  // Nobody waits for the third of somebody else.
  const ofOthers = [ask(other), ask(third), ask(third)]
  await expect.poll(() => atWork()).toBe(4)
  await holder!.query('commit')
  const answers = await Promise.all([...ofOne, ...ofOthers])
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
})

test('a report that takes longer than it may is ended, and the refusal has words in each language and says when to try again', async () => {
  const { token } = await hasty.token(one)
  await hold(hasty.url)
  const { status, headers, body } = await hasty.inject({
    method: 'POST',
    url: API_BASE + campaignTargets.call.path,
    headers: { authorization: `Bearer ${token}` },
    payload: {},
  })
  expect({ status, headers, body }).toMatchObject({
    status: 503,
    headers: { 'retry-after': '2' },
    body: { code: 'kit.too_long', message: 'This takes too long at the moment. Ask for less or try again later' },
  })
  const words = languages.map((language) => textsIn(language).get('kit:refusals.too_long'))
  expect(new Set(words.filter((text) => text !== undefined)).size).toBe(languages.length)
  // Nothing of it goes on in the database.
  expect(await atWork(hasty)).toBe(0)
})

test('a page has 1,000 rows at most', async () => {
  const report = reportRoutes.find(({ endpoint }) => endpoint.path === reportTable.customerTransaction.call)!.endpoint
  expect((await app.call(report, { Rows: ROWS_MAX } as never, hq)).status).toBe(200)
  expect((await app.call(report, { Rows: ROWS_MAX + 1 } as never, hq)).status).toBe(400)
})
