import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addTransaction } from '#areas/sales/contract.ts'
import { generatedTaskNameKeys } from '#areas/tasks/contract/program-names.ts'
import { addProgressLog, addTask, listTasks, updateTask } from '#areas/tasks/contract.ts'
import { runNightlyBatch } from '#kit/server/nightly.ts'
import { registered } from '#tests/factories/customers.ts'
import { addEarningRules, line, member } from '#tests/factories/sales.ts'
import { hq, jobContext, staffWith, useApp } from '#tests/harness.ts'
import { createOccasionTasksStep } from './make-tasks.ts'

const app = useApp({ at: '2026-03-10T04:00:00Z', prepare: ({ db }) => addEarningRules(db) })
const clerk = staffWith({ roles: ['Tasks'] })
const elsewhere = staffWith({ roles: ['Tasks'], outlet: 'PAV' })

beforeEach(async () => {
  app.clock.set('2026-03-10T04:00:00Z')
  await app.sql(
    `update customer set date_of_birth = null, wedding_anniversary = null, spouse_birthday = null, status = 'Inactive'`,
  )
  await app.sql(`update task set status = 'Deleted', created_at = '2020-01-01'`)
  await app.sql(`delete from setting where name like 'occasions.%'`)
})

/** Checks that every generated task has a translated name, except tasks for important dates, which staff name. */
async function expectTranslatedNames() {
  const taskNames = await app.sql<{ name: string }>(
    `select distinct name from task where source in ('Occasion', 'System') and because->>'Code' <> 'importantDate'`,
  )
  expect(Object.keys(generatedTaskNameKeys)).toEqual(expect.arrayContaining(taskNames.map(({ name }) => name)))
}
afterEach(expectTranslatedNames)

const runBatch = (date: string) => runNightlyBatch(jobContext(app), [createOccasionTasksStep], date)
const setSetting = (name: string, value: number) =>
  app.sql(
    `insert into setting (name, value) values ($1, $2::jsonb) on conflict (name) do update set value = excluded.value`,
    name,
    JSON.stringify(value),
  )
const listOpenTasks = async (as = clerk) => (await app.call(listTasks, { Rows: 100 }, as)).body.rows
const addCustomer = (values: Record<string, string>, outlet = 'KLCC') => addMember(values, outlet)
async function addMember(values: Record<string, string>, outlet: string) {
  const added = await member(app.db, { outlet, birthDate: null })
  for (const [column, value] of Object.entries(values))
    await app.sql(`update customer set ${column} = $1 where customer_id = $2`, value, added.CustomerId)
  return added
}
async function addProspect() {
  const { CustomerId } = await registered(app.db, { RegisteredOutletCode: 'KLCC' })
  await app.sql(
    `update customer set member_type = 'Non-Premium Member', created_at = $1, date_of_birth = null where customer_id = $2`,
    app.clock.now(),
    CustomerId,
  )
  return CustomerId
}
let invoice = 0
const addSale = (MembershipNo: string, at: string, price: string, more: object = {}) => {
  app.clock.set(`${at}T04:00:00Z`)
  return app.call(
    addTransaction,
    {
      TransactionType: 'N',
      InvoiceNo: `OCCASION${++invoice}`,
      OutletCode: 'KLCC',
      MembershipNo,
      Details: [line(price, { Description: 'Solitaire', ...more })],
    } as never,
    hq,
  )
}

describe('tasks created for occasions', () => {
  test.each([
    ['a birthday', { date_of_birth: '1990-03-14' }, 'birthday', '2026-03-14'],
    ['a birthday on the 29th of February', { date_of_birth: '1992-02-29' }, 'birthday', '2027-02-28', '2027-02-25'],
    ['a birthday over the turn of the year', { date_of_birth: '1990-01-02' }, 'birthday', '2027-01-02', '2026-12-30'],
    ['a wedding anniversary', { wedding_anniversary: '2018-03-10' }, 'anniversary', '2026-03-10'],
    ['the spouse’s birthday', { spouse_birthday: '1988-03-17' }, 'spouseBirthday', '2026-03-17'],
  ] as const)(
    'occasion: %s becomes one task of the customer’s outlet',
    async (_what, dates, Code, DueDay, at: string = '2026-03-10') => {
      const { CustomerId } = await addCustomer({ ...dates })
      app.clock.set(`${at}T04:00:00Z`)
      await runBatch(at)
      await runBatch(at)
      expect(await listOpenTasks()).toMatchObject([
        { DueDay, Source: 'Occasion', Because: { Code, Values: { Date: DueDay } }, Customer: { CustomerId } },
      ])
      expect(await listOpenTasks(elsewhere)).toEqual([])
    },
  )

  test('occasion: no task is created before its time, for inactive customers, or without consent to service messages', async () => {
    await addCustomer({ date_of_birth: '1990-03-18' })
    const inactive = await addCustomer({ date_of_birth: '1990-03-12' })
    await app.sql(`update customer set status = 'Suspended' where customer_id = $1`, inactive.CustomerId)
    const optedOut = await addCustomer({ date_of_birth: '1990-03-12' })
    await app.sql(
      `insert into customer_consent (customer_id, channel, granted_yn, wording_version, source, recorded_at) values ($1, 'Service', 'N', '1', 'Counter', now())`,
      optedOut.CustomerId,
    )
    await runBatch('2026-03-10')
    expect(await listOpenTasks()).toEqual([])
  })

  test('jewellery care: a ring leads to tasks for fitting, cleaning and valuation, a returned piece to none', async () => {
    await setSetting('occasions.lapsedMonths', 0)
    await setSetting('occasions.pointsDays', 0)
    const { MembershipNo } = await addCustomer({})
    const returned = await addCustomer({})
    expect((await addSale(MembershipNo, '2025-09-09', '12000', { ProductType: 'Ring' })).status).toBe(201)
    const { body } = await addSale(returned.MembershipNo, '2025-09-09', '12000', { ProductType: 'Ring' })
    const cancellation = { TransactionType: 'C', InvoiceNo: 'OCCASIONBACK', OriginalInvoiceNo: body.InvoiceNo }
    expect((await app.call(addTransaction, { OutletCode: 'KLCC', ...cancellation } as never, hq)).status).toBe(201)
    const expected = [
      ['2025-10-10', 'Ask whether the ring fits'],
      ['2026-03-10', 'Offer cleaning and inspection'],
      ['2027-09-10', 'Offer a new valuation'],
    ]
    for (const [day, name] of expected) {
      app.clock.set(`${day}T04:00:00Z`)
      await runBatch(day!)
      expect((await listOpenTasks()).map(({ Name }) => Name)).toContain(name)
    }
    expect(await listOpenTasks()).toHaveLength(3)
  })

  test('jewellery care: tasks depend on the kind of piece, and a return withdraws tasks that were not started', async () => {
    await setSetting('occasions.lapsedMonths', 0)
    await setSetting('occasions.pointsDays', 0)
    await app.sql(
      `insert into product_group (product_code, product_name, product_type, earn_points_yn) values ('GIFTS', 'Gift cards', 'Gift card', 'N'), ('ENGAGE', 'Engagement rings', 'Ring', 'Y')`,
    )
    const { MembershipNo, CustomerId } = await addCustomer({})
    const cardBuyer = await addCustomer({})
    const withLines = (...Details: object[]) => ({ Details })
    const twoPieces = withLines(
      line('9000', { SequenceNo: 1, Description: 'Collar', ProductType: 'Necklace' }),
      line('4000', { SequenceNo: 2, Description: 'Halo', ProductType: 'Ring', ProductGroup: 'ENGAGE' }),
    )
    app.clock.set('2026-03-10T04:00:00Z')
    const header = { TransactionType: 'N', OutletCode: 'KLCC' }
    const added = await app.call(
      addTransaction,
      { ...header, InvoiceNo: 'BOTH', MembershipNo, ...twoPieces } as never,
      hq,
    )
    expect(added.status).toBe(201)
    const cards = withLines(line('9000', { Description: 'Gift card', ProductType: 'Gift card', ProductGroup: 'GIFTS' }))
    await app.call(
      addTransaction,
      { ...header, InvoiceNo: 'CARD', MembershipNo: cardBuyer.MembershipNo, ...cards } as never,
      hq,
    )
    const tasksByDay: string[][] = []
    for (const day of ['2026-04-09', '2026-09-10', '2027-03-02', '2027-03-03']) {
      app.clock.set(`${day}T04:00:00Z`)
      await runBatch(day)
      const openTasks = await listOpenTasks()
      expect(openTasks.every(({ Customer }) => Customer?.CustomerId === CustomerId)).toBe(true)
      tasksByDay.push(
        openTasks.map(({ Name, Because, DueDay }) => `${Name}: ${Because!.Values.item}, ${DueDay}`).toSorted(),
      )
    }
    const fitting = 'Ask whether the ring fits: Halo, 2026-04-09'
    const cleaning = 'Offer cleaning and inspection: Collar, 2026-09-10'
    const firstYear = 'First year of the engagement ring: Halo, 2027-03-10'
    expect(tasksByDay).toEqual([
      [fitting],
      [fitting, cleaning],
      [fitting, cleaning],
      [fitting, firstYear, cleaning].toSorted(),
    ])

    // A return withdraws the tasks that were not started.
    const started = (await listOpenTasks()).find(({ Name }) => Name.startsWith('Offer'))!
    await app.call(updateTask, { TaskId: started.TaskId, Status: 'In Progress' }, clerk)
    const cancellation = { TransactionType: 'C', InvoiceNo: 'BOTHBACK', OriginalInvoiceNo: 'BOTH' }
    expect((await app.call(addTransaction, { OutletCode: 'KLCC', ...cancellation } as never, hq)).status).toBe(201)
    expect((await listOpenTasks()).map(({ Name }) => Name)).toEqual([started.Name])
    await runBatch('2027-03-04')
    expect(await listOpenTasks()).toHaveLength(1)
  })

  test('occasion: tasks are created for important dates, and for the birthday of a linked spouse until the link ends', async () => {
    const giver = await addCustomer({})
    const spouse = await addCustomer({ date_of_birth: '1991-03-15' }, 'PAV')
    await app.sql(
      `insert into household_link (customer_id, relative_id, relation) values ($1, $2, 'Spouse')`,
      spouse.CustomerId,
      giver.CustomerId,
    )
    await app.sql(
      `insert into important_date (customer_id, label, occurs_on) values ($1, 'First dance', '2015-03-12')`,
      giver.CustomerId,
    )
    await runBatch('2026-03-10')
    await runBatch('2026-03-10')
    expect((await listOpenTasks()).toSorted((one, other) => one.DueDay.localeCompare(other.DueDay))).toMatchObject([
      {
        Name: 'First dance',
        DueDay: '2026-03-12',
        Because: { Code: 'importantDate', Values: { label: 'First dance' } },
      },
      { DueDay: '2026-03-15', Because: { Code: 'spouseBirthday' }, Customer: { CustomerId: giver.CustomerId } },
    ])
    expect(await listOpenTasks(elsewhere)).toMatchObject([{ Because: { Code: 'birthday' } }])
    await app.sql(`update household_link set status = 'Deleted'`)
    await app.sql(`update important_date set status = 'Deleted'`)
    app.clock.set('2027-03-10T04:00:00Z')
    await runBatch('2027-03-10')
    expect(await listOpenTasks()).toHaveLength(2)
  })

  test('prospect: a welcome task is created after two days, unless there was a contact or activity', async () => {
    app.clock.set('2026-03-10T04:00:00Z')
    const [uncontacted, called, visited] = [await addProspect(), await addProspect(), await addProspect()]
    const { body } = await app.call(
      addTask,
      { Name: 'Call', CustomerId: called, DueDate: '2026-03-11T10:00:00' } as never,
      clerk,
    )
    await app.call(addProgressLog, { TaskId: body.TaskId, Description: 'called', ContactType: 'Call' } as never, clerk)
    await app.sql(
      `insert into activity_type (activity_code, description) values ('VISIT', 'Visit') on conflict do nothing`,
    )
    await app.sql(
      `insert into customer_activity (customer_id, activity_code, activity_log, building_id, staff_id, created_at, updated_at)
       select $1, 'VISIT', 'Came by', building_id, staff_id, now(), now() from staff where building_id = (select building_id from building where code = 'KLCC') limit 1`,
      visited,
    )
    await runBatch('2026-03-11')
    expect((await listOpenTasks()).filter(({ Source }) => Source === 'Occasion')).toEqual([])
    app.clock.set('2026-03-12T04:00:00Z')
    await runBatch('2026-03-12')
    expect((await listOpenTasks()).filter(({ Source }) => Source === 'Occasion')).toMatchObject([
      { Because: { Code: 'prospectSilent' }, Customer: { CustomerId: uncontacted } },
    ])
  })

  test('lapsed customer: a task is created once after a year without a purchase', async () => {
    await setSetting('occasions.careMonths', 0)
    const { MembershipNo } = await addCustomer({})
    await addSale(MembershipNo, '2026-03-10', '300')
    await runBatch('2027-03-09')
    expect(await listOpenTasks()).toEqual([])
    await runBatch('2027-03-11')
    await runBatch('2027-03-12')
    expect(await listOpenTasks()).toMatchObject([{ Because: { Code: 'lapsed', Values: { Date: '2026-03-10' } } }])
  })

  test('expiring points: a task is created if at least the configured number of points expires', async () => {
    await setSetting('occasions.lapsedMonths', 0)
    await setSetting('occasions.careMonths', 0)
    const rich = await addCustomer({})
    const poor = await addCustomer({})
    await addSale(rich.MembershipNo, '2026-03-10', '9000')
    await addSale(poor.MembershipNo, '2026-03-10', '90')
    app.clock.set('2028-03-12T04:00:00Z')
    await runBatch('2028-03-12')
    expect(await listOpenTasks()).toMatchObject([
      {
        Priority: 'High',
        DueDay: '2028-03-31',
        Because: { Code: 'pointsExpire', Values: { points: 900 } },
        Customer: { CustomerId: rich.CustomerId },
      },
    ])
  })
})

test('daily cap: an outlet gets at most the configured number of tasks a day, and the others on later days', async () => {
  await setSetting('occasions.dailyCap', 2)
  for (const day of ['11', '12', '13', '14', '15']) await addCustomer({ date_of_birth: `1990-03-${day}` })
  await addCustomer({ date_of_birth: '1990-03-16' }, 'PAV')
  await runBatch('2026-03-10')
  expect(await listOpenTasks()).toHaveLength(2)
  expect(await listOpenTasks(elsewhere)).toHaveLength(1)
  await runBatch('2026-03-10')
  expect(await listOpenTasks()).toHaveLength(2)
  app.clock.set('2026-03-11T04:00:00Z')
  await runBatch('2026-03-11')
  expect(await listOpenTasks()).toHaveLength(4)
})

test('loyalty watch: an open finding of high severity becomes a task of head office, not of the outlet', async () => {
  await app.sql(
    `insert into watch_finding (pattern, staff_id, outlet_code, severity, at_least, days, first_day, last_day, acts, found_at, renewed_at)
     select pattern, staff_id, 'KLCC', severity, 1, 1, '2026-03-09', '2026-03-09', 3, now(), now()
     from (select min(staff_id) as staff_id from staff) any_staff cross join (values ('Look-ups', 'High'), ('Manual sales', 'Low')) found (pattern, severity)`,
  )
  await runBatch('2026-03-10')
  await runBatch('2026-03-11')
  const findingTasks = (await listOpenTasks(hq as never)).filter(({ RelatedType }) => RelatedType === 'Finding')
  expect(findingTasks).toMatchObject([
    { OutletCode: 'HQ', Source: 'System', Priority: 'High', Because: { Code: 'finding' } },
  ])
  expect(await listOpenTasks()).toEqual([])
})
