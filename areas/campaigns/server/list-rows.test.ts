import { beforeAll, describe, expect, test } from 'vitest'
import { listCustomers } from '#areas/customers/contract/customers.ts'
import { addTransaction, listTransactions } from '#areas/sales/contract.ts'
import { campaign } from '#tests/factories/campaigns.ts'
import { customers } from '#tests/factories/exports.ts'
import { nextNumber } from '#tests/factories/people.ts'
import { earningRules, line, member } from '#tests/factories/sales.ts'
import { type Caller, hq, jobContext, staffWith, useApp } from '#tests/harness.ts'
import * as contract from '../contract.ts'
import { listRows } from './add-waiting-rows.ts'

const MANY = 60
const AT_ONCE = 50
const app = useApp({ exportRowsAtOnce: AT_ONCE, at: '2026-06-15T04:00:00Z' })
const keeper = staffWith({ roles: ['Campaign', 'Customer'], outlet: 'HQ' })
const run = () => listRows.run(jobContext(app))
const INACTIVE = '/reporting/inactive-member-report'

beforeAll(async () => {
  await earningRules(app.db)
  await customers(app.db, MANY, 'KLCC')
  await customers(app.db, 7, 'PAV')
})

type More = Partial<Parameters<typeof send>[1]>
const send = (CampaignCode: string, more: object, as: Caller = keeper) =>
  app.call(contract.addRows, { CampaignCode, Path: listCustomers.path, Title: 'Customers', ...more } as never, as)
const found = (Search: object, more: More = {}) => ({ Input: { Search }, ...more })
const statusOf = async (AdditionId: number, as: Caller = keeper) =>
  (await app.call(contract.additionStatus, { AdditionId }, as)).body
async function on(CampaignCode: string, Status: 'Active' | 'Excluded' = 'Active') {
  const { body } = await app.call(contract.listTargets, { Search: { CampaignCode, Status }, Rows: 100 }, hq)
  return body.rows
}
const pavilion = found({ RegisteredOutletCode: 'PAV' })
async function buys(MembershipNo: string) {
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

describe('rows of a list or report sent to a campaign', () => {
  test('are all that match and not only the page shown; who was there stays, who is excluded stays off', async () => {
    const { CampaignCode } = await campaign(app)
    const { body: page } = await app.call(listCustomers, { Search: { RegisteredOutletCode: 'PAV' }, Rows: 7 } as never)
    const [there, off] = page.rows.map(({ CustomerId }) => CustomerId) as [number, number]
    await app.call(contract.addTargets, { CampaignCode, CustomerId: [there] }, hq)
    await app.call(contract.addTargets, { CampaignCode, CustomerId: [off], ExcludeYN: 'Y' }, hq)
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
    const rows = await on(CampaignCode)
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

  test('are only those that were ticked, or go onto the exclusions', async () => {
    const { CampaignCode } = await campaign(app)
    const { body: page } = await app.call(listCustomers, { Search: { RegisteredOutletCode: 'PAV' } } as never)
    const Keys = [1, 4].map((place) => `${page.rows[place]!.CustomerId}`)
    const ticked = { ...pavilion, Scope: 'Selected', KeyField: 'CustomerId', Keys }
    expect((await send(CampaignCode, ticked)).body).toMatchObject({ Added: 2 })
    expect((await on(CampaignCode)).map(({ CustomerId }) => `${CustomerId}`).sort()).toEqual(Keys.sort())
    expect((await send(CampaignCode, { ...pavilion, ExcludeYN: 'Y' })).body).toMatchObject({ Added: 7 })
    expect(await on(CampaignCode)).toEqual([])
    expect(await on(CampaignCode, 'Excluded')).toHaveLength(7)
  })

  test('of a report are the members whom its filters find', async () => {
    const { CampaignCode } = await campaign(app)
    const silent = await member(app.db)
    await app.sql(`update membership set join_date = '2020-01-01' where membership_no = $1`, silent.MembershipNo)
    await buys((await member(app.db)).MembershipNo)
    const report = { Path: INACTIVE, Title: 'Inactive members', Input: { Months: 24 } }
    const { body: shown } = await app.call({ ...listCustomers, path: INACTIVE } as never, { Months: 24 } as never, hq)
    const { rows } = shown as { rows: { CustomerId: number }[] }
    expect(rows.map(({ CustomerId }) => CustomerId)).toContain(silent.CustomerId)
    expect((await send(CampaignCode, report, hq)).body).toMatchObject({ Added: rows.length, Others: 0 })
    const ids = (await on(CampaignCode)).map(({ CustomerId }) => CustomerId)
    expect(ids.sort()).toEqual(rows.map(({ CustomerId }) => CustomerId).sort())
  })

  test('name a customer once, however often they stand there, and no one for a walk-in sale', async () => {
    const { CampaignCode } = await campaign(app)
    const buyer = await member(app.db)
    for (let n = 0; n < 3; n++) await buys(buyer.MembershipNo)
    const sales = { Path: listTransactions.path, Title: 'Sales', Input: { Search: { CustomerId: buyer.CustomerId } } }
    expect((await send(CampaignCode, sales, hq)).body).toMatchObject({ RowsDone: 3, Added: 1, Already: 0 })
  })

  test('of staff of an outlet bring their own customers alone', async () => {
    const { CampaignCode } = await campaign(app)
    const [own, foreign] = [await member(app.db), await member(app.db, { outlet: 'PAV' })]
    for (const { MembershipNo } of [own, foreign]) await buys(MembershipNo)
    const clerk = staffWith({ roles: ['Campaign Target List', 'Customer Transaction'] })
    const sales = { Path: listTransactions.path, Title: 'Sales' }
    const { body } = await send(CampaignCode, sales, clerk)
    const ids = (await on(CampaignCode)).map(({ CustomerId }) => CustomerId)
    expect(ids).toContain(own.CustomerId)
    expect(ids).not.toContain(foreign.CustomerId)
    expect(body.Others).toBeGreaterThan(0)
  })

  test.each([
    ['a list that names no customers', { Path: contract.listCampaigns.path }, 'campaigns.rows_without_customers'],
    ['what is no list', { Path: contract.addTargets.path }, 'exports.not_a_list'],
    ['ticked rows of which none is named', { Scope: 'Selected' }, 'campaigns.rows_not_chosen'],
    ['a key that no row has', { Scope: 'Selected', KeyField: 'Nothing', Keys: ['1'] }, 'campaigns.rows_no_such_key'],
    ['an input that the list does not know', { Input: { Search: { Nobody: 1 } } }, 'kit.invalid'],
    ['a campaign that there is not', { CampaignCode: 'NOWHERE' }, 'campaigns.not_found'],
  ])('are refused for %s', async (_, more, code) => {
    const { CampaignCode } = await campaign(app)
    expect((await send(CampaignCode, more)).refusal?.code).toBe(code)
    expect(await on(CampaignCode)).toEqual([])
  })

  test('are refused to who may not read the list, and to who keeps no target lists', async () => {
    const { CampaignCode } = await campaign(app)
    for (const roles of [['Campaign'], ['Customer']] as const)
      expect((await send(CampaignCode, pavilion, staffWith({ roles, outlet: 'HQ' }))).refusal?.code).toBe(
        'access.forbidden',
      )
  })
})

describe('many rows', () => {
  const many = found({ RegisteredOutletCode: 'KLCC' })

  test('are added in the background, all together, and what was searched for is forgotten', async () => {
    const { CampaignCode } = await campaign(app)
    const { body } = await send(CampaignCode, many)
    expect(body).toMatchObject({ Status: 'Queued', RowsDone: 0, Added: null })
    expect(await on(CampaignCode)).toEqual([])
    // One at a time of a person.
    expect((await send(CampaignCode, pavilion)).refusal?.code).toBe('campaigns.addition_open')
    await run()
    const done = await statusOf(body.AdditionId)
    expect(done).toMatchObject({ Status: 'Completed', Already: 0, Excluded: 0 })
    expect(done.Added).toBeGreaterThanOrEqual(MANY)
    expect(await on(CampaignCode)).toHaveLength(done.Added!)
    expect(await app.sql('select input from target_addition where addition_id = $1', body.AdditionId)).toEqual([
      { input: {} },
    ])
    expect((await app.call(contract.cancelAddition, { AdditionId: body.AdditionId }, keeper)).refusal?.code).toBe(
      'campaigns.addition_over',
    )
  })

  test('that were cancelled do not come; nobody else sees or cancels them', async () => {
    const { CampaignCode } = await campaign(app)
    const { AdditionId } = (await send(CampaignCode, many)).body
    for (const call of [contract.additionStatus, contract.cancelAddition])
      expect((await app.call(call, { AdditionId }, hq)).refusal?.code).toBe('campaigns.addition_not_found')
    expect((await app.call(contract.cancelAddition, { AdditionId }, keeper)).body.Status).toBe('Cancelled')
    await run()
    expect(await on(CampaignCode)).toEqual([])
  })

  test('of a process that died are begun again, and given up after three times', async () => {
    const { CampaignCode } = await campaign(app)
    const begun = async (attempts: number) => {
      const { AdditionId } = (await send(CampaignCode, many)).body
      await app.sql(
        `update target_addition set status = 'Running', attempts = $2, rows_done = 30 where addition_id = $1`,
        AdditionId,
        attempts,
      )
      await run()
      return statusOf(AdditionId)
    }
    const again = await begun(2)
    expect(again.Status).toBe('Completed')
    expect(await on(CampaignCode)).toHaveLength(again.Added!)
    expect(await begun(3)).toMatchObject({ Status: 'Failed', MessageCode: 'campaigns.addition_stopped' })
  })

  test('do not come for somebody who may not read the list any more', async () => {
    const { CampaignCode } = await campaign(app)
    const leaver = staffWith({ roles: ['Campaign', 'Customer', 'Feedback'], outlet: 'HQ' })
    const { AdditionId } = (await send(CampaignCode, many, leaver)).body
    const { userId } = await app.token(leaver)
    await app.sql(`delete from user_role where user_id = $1 and role = 'Customer'`, userId)
    await run()
    expect(
      await app.sql('select status, message_code from target_addition where addition_id = $1', AdditionId),
    ).toEqual([{ status: 'Failed', message_code: 'access.forbidden' }])
    expect(await on(CampaignCode)).toEqual([])
  })
})
