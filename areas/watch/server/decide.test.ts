import { beforeEach, describe, expect, test } from 'vitest'
import { listAuditLog } from '#areas/audit/contract.ts'
import { addAdjustment } from '#areas/points/contract.ts'
import { getBadges } from '#areas/workspace/contract.ts'
import { earningRules, member } from '#tests/factories/sales.ts'
import { type Caller, staffWith, useApp } from '#tests/harness.ts'
import { checkNow, type Decision, decideFinding, type Finding, getFinding, listFindings } from '../contract.ts'
import { watchPath } from '../paths.ts'

const app = useApp({ at: '2026-11-20T04:00:00Z', prepare: ({ db }) => earningRules(db) })
const watcher = staffWith({ roles: ['Loyalty Watch'], outlet: 'HQ' })
const second = staffWith({ roles: ['Loyalty Watch', 'Settings'], outlet: 'HQ' })
// May look into findings, and is in one.
const concerned = staffWith({
  roles: ['Loyalty Watch', 'Point Adjustment'],
  privileges: ['Adjust Points'],
  outlet: 'HQ',
})
const notFound = { status: 404, refusal: { message: 'Record not found' } }

const adjust = async () => {
  const { MembershipNo } = await member(app.db)
  const body = { MembershipNo, TransactionType: 'Adjust In', PointAmount: 50, ReasonCode: 'Goodwill', Remark: 'x' }
  expect((await app.call(addAdjustment, body as never, concerned)).status).toBe(201)
}
const list = async (caller: Caller = watcher) => (await app.call(listFindings, {}, caller)).body
const check = (caller: Caller = watcher) => app.call(checkNow, {}, caller)
const decide = (finding: Finding, Decision: Decision, Reason = 'Asked the outlet', caller: Caller = watcher) =>
  app.call(decideFinding, { FindingId: finding.FindingId, Version: finding.Version, Decision, Reason }, caller)
const badge = async (caller: Caller) =>
  (await app.call(getBadges, {}, caller)).body.rows.find(({ Path }) => Path === watchPath.pattern)?.Count ?? 0

let finding: Finding
beforeEach(async () => {
  await app.sql('delete from watch_decision')
  await app.sql('update watch_act set finding_id = null')
  await app.sql('delete from watch_act')
  await app.sql('delete from watch_finding')
  await app.sql('delete from watch_mark')
  app.clock.advance(60 * 24 * 3600)
  await app.sql(
    `insert into setting (name, value) values ('watch.adjustments', '2') on conflict (name) do update set value = excluded.value`,
  )
  await adjust()
  await adjust()
  await check()
  finding = (await list()).rows[0]!
})

describe('who sees a finding', () => {
  test('head office with the role; an outlet with the role and head office without it do not', async () => {
    expect(finding).toMatchObject({ Pattern: 'Adjustments', Acts: 2 })
    expect((await app.call(listFindings, {}, staffWith({ roles: ['Loyalty Watch'] }))).status).toBe(403)
    expect((await app.call(getFinding, finding_(), staffWith({ roles: ['Loyalty Watch'] }))).status).toBe(404)
    expect((await app.call(listFindings, {}, staffWith({ roles: ['Settings'], outlet: 'HQ' }))).status).toBe(403)
    expect(await badge(watcher)).toBe(1)
  })

  test('the person concerned sees nothing of it, is not counted it and cannot decide it', async () => {
    expect(await list(concerned)).toMatchObject({ count: 0, rows: [] })
    expect(await badge(concerned)).toBe(0)
    expect(await app.call(getFinding, finding_(), concerned)).toMatchObject(notFound)
    expect(await decide(finding, 'Harmless', 'It was me', concerned)).toMatchObject(notFound)
    expect((await list()).rows[0]).toMatchObject({ Status: 'Open' })
  })

  const finding_ = () => ({ FindingId: finding.FindingId })
})

describe('a decision', () => {
  test('needs a reason, is written down with it, and a second look counts instead while the first stays', async () => {
    expect((await decide(finding, 'Harmless', ' ')).status).toBe(400)
    const first = await decide(finding, 'Harmless')
    expect(first).toMatchObject({ status: 200, body: { Status: 'Harmless', Reason: 'Asked the outlet' } })
    expect(await badge(watcher)).toBe(0)
    const again = await decide(first.body, 'Confirmed', 'The outlet knew nothing', second)
    expect(again.body).toMatchObject({ Status: 'Confirmed', Reason: 'The outlet knew nothing' })
    const { body } = await app.call(getFinding, { FindingId: finding.FindingId }, watcher)
    expect(body.Decisions.map(({ Decision, Reason }) => [Decision, Reason])).toEqual([
      ['Confirmed', 'The outlet knew nothing'],
      ['Harmless', 'Asked the outlet'],
    ])
    const log = await app.call(listAuditLog, { Search: { ActionType: 'Decide Finding' } })
    expect(log.body.rows[0]).toMatchObject({ ObjectType: 'Finding', ObjectId: `${finding.FindingId}` })
  })

  test('of two at once is made once: the other reads what was decided', async () => {
    const both = await Promise.all([decide(finding, 'Harmless'), decide(finding, 'Confirmed', 'Sure', second)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test.each(['Harmless', 'Confirmed'] as const)(
    '%s is not asked again for the same acts, but for new ones',
    async (decision) => {
      await decide(finding, decision)
      expect((await check()).body.Findings).toBe(0)
      await adjust()
      await check()
      expect((await list()).rows).toMatchObject([{ Status: decision, Acts: 2 }])
      await adjust()
      await check()
      const { rows } = await list()
      expect(rows.map(({ Status, Acts }) => [Status, Acts]).sort()).toEqual(
        [
          [decision, 2],
          ['Open', 2],
        ].sort(),
      )
    },
  )

  test('Watch further opens it again with the next act', async () => {
    await decide(finding, 'Watching')
    expect((await check()).body.Findings).toBe(0)
    await adjust()
    await check()
    expect((await list()).rows).toMatchObject([{ FindingId: finding.FindingId, Status: 'Open', Acts: 3 }])
  })
})
