import { beforeAll, describe, expect, test } from 'vitest'
import { listCustomers } from '#areas/customers/contract/customers.ts'
import { addTransaction, listTransactions } from '#areas/sales/contract.ts'
import { campaign } from '#tests/factories/campaigns.ts'
import { customers } from '#tests/factories/exports.ts'
import { nextNumber } from '#tests/factories/people.ts'
import { addEarningRules, line, member } from '#tests/factories/sales.ts'
import { type Caller, hq, jobContext, staffWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'
import { addWaitingTargetRowsJob } from './add-waiting-rows.ts'

const MANY = 60
const AT_ONCE = 50
const app = useApp({ exportRowsAtOnce: AT_ONCE, at: '2026-06-15T04:00:00Z' })
const keeper = staffWith({ roles: ['Campaign', 'Customer'], outlet: 'HQ' })
const run = () => addWaitingTargetRowsJob.run(jobContext(app))
const INACTIVE = '/reporting/inactive-member-report'

beforeAll(async () => {
  await addEarningRules(app.db)
  await customers(app.db, MANY, 'KLCC')
  await customers(app.db, 7, 'PAV')
})

type More = Partial<Parameters<typeof send>[1]>
const send = (CampaignCode: string, more: object, as: Caller = keeper) =>
  app.call(
    contract.addRowsToCampaign,
    { CampaignCode, Path: listCustomers.path, Title: 'Customers', ...more } as never,
    as,
  )
const matching = (Search: object, more: More = {}) => ({ Input: { Search }, ...more })
const statusOf = async (AdditionId: number, as: Caller = keeper) =>
  (await app.call(contract.getRowsAdditionStatus, { AdditionId }, as)).body
async function listOf(CampaignCode: string, Status: 'Active' | 'Excluded' = 'Active') {
  const { body } = await app.call(contract.listCampaignTargets, { Search: { CampaignCode, Status }, Rows: 100 }, hq)
  return body.rows
}
const pavilion = matching({ RegisteredOutletCode: 'PAV' })
async function addSale(MembershipNo: string) {
  const sale = {
    TransactionType: 'N',
    InvoiceNo: `LR${nextNumber()}`,
    MembershipNo,
    OutletCode: 'KLCC',
    PerformedAt: app.clock.now().toISOString(),
    Details: [line('100.00', { Quantity: 1 })],
  }
  expect((await app.call(addTransaction, sale as never, hq)).status).toBe(201)
}

describe('adding the rows of a list or report to a campaign', () => {
  test('list rows added to a campaign: rows of all pages are added; customers already listed or excluded stay unchanged', async () => {
    const { CampaignCode } = await campaign(app)
    const { body: page } = await app.call(listCustomers, { Search: { RegisteredOutletCode: 'PAV' }, Rows: 7 } as never)
    const [listedId, excludedId] = page.rows.map(({ CustomerId }) => CustomerId) as [number, number]
    await app.call(contract.addCampaignTargets, { CampaignCode, CustomerId: [listedId] }, hq)
    await app.call(contract.addCampaignTargets, { CampaignCode, CustomerId: [excludedId], ExcludeYN: 'Y' }, hq)
    const { status, body } = await send(CampaignCode, { ...pavilion, Input: { ...pavilion.Input, Rows: 2, Page: 2 } })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      Status: 'Completed',
      RowsExpected: 7,
      RowsDone: 7,
      Added: 5,
      Already: 1,
      Excluded: 1,
      Others: 0,
    })
    const rows = await listOf(CampaignCode)
    expect(rows).toHaveLength(6)
    expect(rows.filter(({ Source, SourceName }) => Source === 'Report' && SourceName === 'Customers')).toHaveLength(5)
    const entries = await app.sql<{ action: string; text: string }>(
      `select action_type as action, log_text as text from audit_log where object_id = $1 and action_type like '%Campaign Target' order by audit_log_id`,
      CampaignCode,
    )
    expect(entries.slice(2).map(({ action }) => action)).toEqual([
      'Add Rows to Campaign Target',
      'Create Campaign Target',
    ])
    expect(entries[2]!.text).toContain('/customer/customers/find-all. Rows - all. Filter - {"Page": 2')
    expect(entries[3]!.text).toContain('Customers - 5')
  })

  test('list rows added to a campaign: only selected rows are added, and all rows can be added as exclusions', async () => {
    const { CampaignCode } = await campaign(app)
    const { body: page } = await app.call(listCustomers, { Search: { RegisteredOutletCode: 'PAV' } } as never)
    const Keys = [1, 4].map((index) => `${page.rows[index]!.CustomerId}`)
    const ticked = { ...pavilion, Scope: 'Selected', KeyField: 'CustomerId', Keys }
    expect((await send(CampaignCode, ticked)).body).toMatchObject({ Added: 2 })
    expect((await listOf(CampaignCode)).map(({ CustomerId }) => `${CustomerId}`).sort()).toEqual(Keys.sort())
    expect((await send(CampaignCode, { ...pavilion, ExcludeYN: 'Y' })).body).toMatchObject({ Added: 7 })
    expect(await listOf(CampaignCode)).toEqual([])
    expect(await listOf(CampaignCode, 'Excluded')).toHaveLength(7)
  })

  test('list rows added to a campaign: a report adds the members that match its filters', async () => {
    const { CampaignCode } = await campaign(app)
    const silent = await member(app.db)
    await app.sql(`update membership set join_date = '2020-01-01' where membership_no = $1`, silent.MembershipNo)
    await addSale((await member(app.db)).MembershipNo)
    const report = { Path: INACTIVE, Title: 'Inactive members', Input: { Months: 24 } }
    const { body: page } = await app.call({ ...listCustomers, path: INACTIVE } as never, { Months: 24 } as never, hq)
    const { rows } = page as { rows: { CustomerId: number }[] }
    expect(rows.map(({ CustomerId }) => CustomerId)).toContain(silent.CustomerId)
    expect((await send(CampaignCode, report, hq)).body).toMatchObject({ Added: rows.length, Others: 0 })
    const ids = (await listOf(CampaignCode)).map(({ CustomerId }) => CustomerId)
    expect(ids.sort()).toEqual(rows.map(({ CustomerId }) => CustomerId).sort())
  })

  test('list rows added to a campaign: a customer in several rows is added once, and a walk-in sale adds no customer', async () => {
    const { CampaignCode } = await campaign(app)
    const buyer = await member(app.db)
    for (let n = 0; n < 3; n++) await addSale(buyer.MembershipNo)
    const sales = { Path: listTransactions.path, Title: 'Sales', Input: { Search: { CustomerId: buyer.CustomerId } } }
    expect((await send(CampaignCode, sales, hq)).body).toMatchObject({ RowsDone: 3, Added: 1, Already: 0 })
  })

  test('list rows added to a campaign: outlet staff add customers of their own outlet only', async () => {
    const { CampaignCode } = await campaign(app)
    const [own, foreign] = [await member(app.db), await member(app.db, { outlet: 'PAV' })]
    for (const { MembershipNo } of [own, foreign]) await addSale(MembershipNo)
    const clerk = staffWith({ roles: ['Campaign Target List', 'Customer Transaction'] })
    const sales = { Path: listTransactions.path, Title: 'Sales' }
    const { body } = await send(CampaignCode, sales, clerk)
    const ids = (await listOf(CampaignCode)).map(({ CustomerId }) => CustomerId)
    expect(ids).toContain(own.CustomerId)
    expect(ids).not.toContain(foreign.CustomerId)
    expect(body.Others).toBeGreaterThan(0)
  })

  test.each([
    ['a list that names no customers', { Path: contract.listCampaigns.path }, 'campaigns.rows_without_customers'],
    ['an endpoint that is not a list', { Path: contract.addCampaignTargets.path }, 'exports.not_a_list'],
    ['a selection without keys', { Scope: 'Selected' }, 'campaigns.rows_not_chosen'],
    ['an unknown key field', { Scope: 'Selected', KeyField: 'Nothing', Keys: ['1'] }, 'campaigns.rows_no_such_key'],
    ['an input that the list rejects', { Input: { Search: { Nobody: 1 } } }, 'kit.invalid'],
    ['an unknown campaign', { CampaignCode: 'NOWHERE' }, 'campaigns.not_found'],
  ])('list rows added to a campaign: a request with %s is rejected', async (_, more, code) => {
    const { CampaignCode } = await campaign(app)
    expect((await send(CampaignCode, more)).refusal?.code).toBe(code)
    expect(await listOf(CampaignCode)).toEqual([])
  })

  test('list rows added to a campaign: the caller needs the roles of the list and of target lists', async () => {
    const { CampaignCode } = await campaign(app)
    for (const roles of [['Campaign'], ['Customer']] as const)
      expect((await send(CampaignCode, pavilion, staffWith({ roles, outlet: 'HQ' }))).refusal?.code).toBe(
        'access.forbidden',
      )
  })
})

describe('adding many rows of a list to a campaign', () => {
  const many = matching({ RegisteredOutletCode: 'KLCC' })

  test('many rows added to a campaign: the job adds all rows in one step and deletes the stored search', async () => {
    const { CampaignCode } = await campaign(app)
    const { body } = await send(CampaignCode, many)
    expect(body).toMatchObject({ Status: 'Queued', RowsDone: 0, Added: null })
    expect(await listOf(CampaignCode)).toEqual([])
    // An account can have one open addition.
    expect((await send(CampaignCode, pavilion)).refusal?.code).toBe('campaigns.addition_open')
    await run()
    const done = await statusOf(body.AdditionId)
    expect(done).toMatchObject({ Status: 'Completed', Already: 0, Excluded: 0 })
    expect(done.Added).toBeGreaterThanOrEqual(MANY)
    expect(await listOf(CampaignCode)).toHaveLength(done.Added!)
    expect(await app.sql('select input from target_addition where addition_id = $1', body.AdditionId)).toEqual([
      { input: {} },
    ])
    expect((await app.call(contract.cancelRowsAddition, { AdditionId: body.AdditionId }, keeper)).refusal?.code).toBe(
      'campaigns.addition_over',
    )
  })

  test('many rows added to a campaign: cancelling adds no row, and other accounts cannot see or cancel the job', async () => {
    const { CampaignCode } = await campaign(app)
    const { AdditionId } = (await send(CampaignCode, many)).body
    for (const call of [contract.getRowsAdditionStatus, contract.cancelRowsAddition])
      expect((await app.call(call, { AdditionId }, hq)).refusal?.code).toBe('campaigns.addition_not_found')
    expect((await app.call(contract.cancelRowsAddition, { AdditionId }, keeper)).body.Status).toBe('Cancelled')
    await run()
    expect(await listOf(CampaignCode)).toEqual([])
  })

  test('many rows added to a campaign: the job restarts after its process died, and fails after three attempts', async () => {
    const { CampaignCode } = await campaign(app)
    const runInterrupted = async (attempts: number) => {
      const { AdditionId } = (await send(CampaignCode, many)).body
      await app.sql(
        `update target_addition set status = 'Running', attempts = $2, rows_done = 30 where addition_id = $1`,
        AdditionId,
        attempts,
      )
      await run()
      return statusOf(AdditionId)
    }
    const restarted = await runInterrupted(2)
    expect(restarted.Status).toBe('Completed')
    expect(await listOf(CampaignCode)).toHaveLength(restarted.Added!)
    expect(await runInterrupted(3)).toMatchObject({ Status: 'Failed', MessageCode: 'campaigns.addition_stopped' })
  })

  test('many rows added to a campaign: the job fails if the requester lost the role to read the list', async () => {
    const { CampaignCode } = await campaign(app)
    const leaver = staffWith({ roles: ['Campaign', 'Customer', 'Feedback'], outlet: 'HQ' })
    const { AdditionId } = (await send(CampaignCode, many, leaver)).body
    const { userId } = await app.token(leaver)
    await app.sql(`delete from user_role where user_id = $1 and role = 'Customer'`, userId)
    await run()
    expect(
      await app.sql('select status, message_code from target_addition where addition_id = $1', AdditionId),
    ).toEqual([{ status: 'Failed', message_code: 'access.forbidden' }])
    expect(await listOf(CampaignCode)).toEqual([])
  })
})
