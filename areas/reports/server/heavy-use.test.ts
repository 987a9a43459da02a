import type { Client } from 'pg'
import { afterEach, expect, test } from 'vitest'
import { ROWS_MAX } from '#kit/contract/page.ts'
import { openClient } from '#kit/server/database.ts'
import { hq, staffWith, useApp } from '#tests/harness.ts'
import { campaignTargets } from '../campaign-targets/contract.ts'
import { reportTable } from '../contract/table.ts'
import { reportRoutes } from './reports.ts'

// Abuse case 61: somebody asks for as much as there is, again and again, while others work.

const app = useApp()
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
async function hold() {
  holder = await openClient(app.url, 'holds the targets')
  await holder.query('begin; lock table campaign_target in access exclusive mode')
}
const atWork = async () =>
  (
    await app.sql<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  )[0]!.count

test('a user has two reports at work at a time and all together have four; the others wait in line, and all are answered', async () => {
  const ask = (as: typeof one) => app.call(campaignTargets.call, {} as never, as)
  for (const as of [one, other, third]) await ask(as)
  await hold()
  const ofOne = [ask(one), ask(one), ask(one)]
  await expect.poll(atWork).toBe(2)
  // Nobody waits for the third of somebody else.
  const ofOthers = [ask(other), ask(third), ask(third)]
  await expect.poll(atWork).toBe(4)
  await holder!.query('commit')
  const answers = await Promise.all([...ofOne, ...ofOthers])
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
})

test('a page has 1,000 rows at most', async () => {
  const report = reportRoutes.find(({ endpoint }) => endpoint.path === reportTable.customerTransaction.call)!.endpoint
  expect((await app.call(report, { Rows: ROWS_MAX } as never, hq)).status).toBe(200)
  expect((await app.call(report, { Rows: ROWS_MAX + 1 } as never, hq)).status).toBe(400)
})
