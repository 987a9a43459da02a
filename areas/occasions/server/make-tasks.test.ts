import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addTransaction } from '#areas/sales/contract.ts'
import { programNames } from '#areas/tasks/contract/program-names.ts'
import { addLog, addTask, listTasks, updateTask } from '#areas/tasks/contract.ts'
import { runNightlyBatch } from '#kit/server/nightly.ts'
import { registered } from '#tests/factories/customers.ts'
import { earningRules, line, member } from '#tests/factories/sales.ts'
import { hq, jobContext, staffWith, useApp } from '#tests/harness.ts'
import { makeOccasionTasks } from './make-tasks.ts'

const app = useApp({ at: '2026-03-10T04:00:00Z', prepare: ({ db }) => earningRules(db) })
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

/** Each task that was made has a name in the reader's language, unless it is called what people called the day. */
async function expectNamesKnown() {
  const made = await app.sql<{ name: string }>(
    `select distinct name from task where source in ('Occasion', 'System') and because->>'Code' <> 'importantDate'`,
  )
  expect(Object.keys(programNames)).toEqual(expect.arrayContaining(made.map(({ name }) => name)))
}
afterEach(expectNamesKnown)

const night = (date: string) => runNightlyBatch(jobContext(app), [makeOccasionTasks], date)
const setting = (name: string, value: number) =>
  app.sql(
    `insert into setting (name, value) values ($1, $2::jsonb) on conflict (name) do update set value = excluded.value`,
    name,
    JSON.stringify(value),
  )
const tasks = async (as = clerk) => (await app.call(listTasks, { Rows: 100 }, as)).body.rows
const person = (values: Record<string, string>, outlet = 'KLCC') => born(values, outlet)
async function born(values: Record<string, string>, outlet: string) {
  const made = await member(app.db, { outlet, birthDate: null })
  for (const [column, value] of Object.entries(values))
    await app.sql(`update customer set ${column} = $1 where customer_id = $2`, value, made.CustomerId)
  return made
}
async function prospect() {
  const { CustomerId } = await registered(app.db, { RegisteredOutletCode: 'KLCC' })
  await app.sql(
    `update customer set member_type = 'Non-Premium Member', created_at = $1, date_of_birth = null where customer_id = $2`,
    app.clock.now(),
    CustomerId,
  )
  return CustomerId
}
let invoice = 0
const sale = (MembershipNo: string, at: string, price: string, more: object = {}) => {
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

describe('an occasion becomes a task of the customer’s outlet', () => {
  test.each([
    ['a birthday', { date_of_birth: '1990-03-14' }, 'birthday', '2026-03-14'],
    ['a birthday on the 29th of February', { date_of_birth: '1992-02-29' }, 'birthday', '2027-02-28', '2027-02-25'],
    ['a birthday over the turn of the year', { date_of_birth: '1990-01-02' }, 'birthday', '2027-01-02', '2026-12-30'],
    ['a wedding anniversary', { wedding_anniversary: '2018-03-10' }, 'anniversary', '2026-03-10'],
    ['the spouse’s birthday', { spouse_birthday: '1988-03-17' }, 'spouseBirthday', '2026-03-17'],
  ] as const)('%s, once', async (_what, dates, Code, DueDay, at: string = '2026-03-10') => {
    const { CustomerId } = await person({ ...dates })
    app.clock.set(`${at}T04:00:00Z`)
    await night(at)
    await night(at)
    expect(await tasks()).toMatchObject([
      { DueDay, Source: 'Occasion', Because: { Code, Values: { Date: DueDay } }, Customer: { CustomerId } },
    ])
    expect(await tasks(elsewhere)).toEqual([])
  })

  test('not before its days, not for who is inactive, and not for who wants no word', async () => {
    await person({ date_of_birth: '1990-03-18' })
    const inactive = await person({ date_of_birth: '1990-03-12' })
    await app.sql(`update customer set status = 'Suspended' where customer_id = $1`, inactive.CustomerId)
    const silent = await person({ date_of_birth: '1990-03-12' })
    await app.sql(
      `insert into customer_consent (customer_id, channel, granted_yn, wording_version, source, recorded_at) values ($1, 'Service', 'N', '1', 'Counter', now())`,
      silent.CustomerId,
    )
    await night('2026-03-10')
    expect(await tasks()).toEqual([])
  })

  test('care follows from what was bought: a ring is asked about, then cleaned, then valued, and what came back is not', async () => {
    await setting('occasions.lapsedMonths', 0)
    await setting('occasions.pointsDays', 0)
    const { MembershipNo } = await person({})
    const returned = await person({})
    expect((await sale(MembershipNo, '2025-09-09', '12000', { ProductType: 'Ring' })).status).toBe(201)
    const { body } = await sale(returned.MembershipNo, '2025-09-09', '12000', { ProductType: 'Ring' })
    const back = { TransactionType: 'C', InvoiceNo: 'OCCASIONBACK', OriginalInvoiceNo: body.InvoiceNo }
    expect((await app.call(addTransaction, { OutletCode: 'KLCC', ...back } as never, hq)).status).toBe(201)
    const expected = [
      ['2025-10-10', 'Ask whether the ring fits'],
      ['2026-03-10', 'Offer cleaning and inspection'],
      ['2027-09-10', 'Offer a new valuation'],
    ]
    for (const [day, name] of expected) {
      app.clock.set(`${day}T04:00:00Z`)
      await night(day!)
      expect((await tasks()).map(({ Name }) => Name)).toContain(name)
    }
    expect(await tasks()).toHaveLength(3)
  })

  test('each piece is cared for by what it is: the ring beside the dearer necklace, its first year, and no gift card', async () => {
    await setting('occasions.lapsedMonths', 0)
    await setting('occasions.pointsDays', 0)
    await app.sql(
      `insert into product_group (product_code, product_name, product_type, earn_points_yn) values ('GIFTS', 'Gift cards', 'Gift card', 'N'), ('ENGAGE', 'Engagement rings', 'Ring', 'Y')`,
    )
    const { MembershipNo, CustomerId } = await person({})
    const card = await person({})
    const several = (...Details: object[]) => ({ Details })
    const both = several(
      line('9000', { SequenceNo: 1, Description: 'Collar', ProductType: 'Necklace' }),
      line('4000', { SequenceNo: 2, Description: 'Halo', ProductType: 'Ring', ProductGroup: 'ENGAGE' }),
    )
    app.clock.set('2026-03-10T04:00:00Z')
    const head = { TransactionType: 'N', OutletCode: 'KLCC' }
    const made = await app.call(addTransaction, { ...head, InvoiceNo: 'BOTH', MembershipNo, ...both } as never, hq)
    expect(made.status).toBe(201)
    const cards = several(line('9000', { Description: 'Gift card', ProductType: 'Gift card', ProductGroup: 'GIFTS' }))
    await app.call(
      addTransaction,
      { ...head, InvoiceNo: 'CARD', MembershipNo: card.MembershipNo, ...cards } as never,
      hq,
    )
    const seen: string[][] = []
    for (const day of ['2026-04-09', '2026-09-10', '2027-03-02', '2027-03-03']) {
      app.clock.set(`${day}T04:00:00Z`)
      await night(day)
      const mine = await tasks()
      expect(mine.every(({ Customer }) => Customer?.CustomerId === CustomerId)).toBe(true)
      seen.push(mine.map(({ Name, Because, DueDay }) => `${Name}: ${Because!.Values.item}, ${DueDay}`).toSorted())
    }
    const fits = 'Ask whether the ring fits: Halo, 2026-04-09'
    const care = 'Offer cleaning and inspection: Collar, 2026-09-10'
    const year = 'First year of the engagement ring: Halo, 2027-03-10'
    expect(seen).toEqual([[fits], [fits, care], [fits, care], [fits, year, care].toSorted()])

    // What comes back takes with it what nobody has begun.
    const begun = (await tasks()).find(({ Name }) => Name.startsWith('Offer'))!
    await app.call(updateTask, { TaskId: begun.TaskId, Status: 'In Progress' }, clerk)
    const back = { TransactionType: 'C', InvoiceNo: 'BOTHBACK', OriginalInvoiceNo: 'BOTH' }
    expect((await app.call(addTransaction, { OutletCode: 'KLCC', ...back } as never, hq)).status).toBe(201)
    expect((await tasks()).map(({ Name }) => Name)).toEqual([begun.Name])
    await night('2027-03-04')
    expect(await tasks()).toHaveLength(1)
  })

  test('days that matter, and the birthday of who is linked as the spouse, until the link ends', async () => {
    const giver = await person({})
    const spouse = await person({ date_of_birth: '1991-03-15' }, 'PAV')
    await app.sql(
      `insert into household_link (customer_id, relative_id, relation) values ($1, $2, 'Spouse')`,
      spouse.CustomerId,
      giver.CustomerId,
    )
    await app.sql(
      `insert into important_date (customer_id, label, occurs_on) values ($1, 'First dance', '2015-03-12')`,
      giver.CustomerId,
    )
    await night('2026-03-10')
    await night('2026-03-10')
    expect((await tasks()).toSorted((one, other) => one.DueDay.localeCompare(other.DueDay))).toMatchObject([
      {
        Name: 'First dance',
        DueDay: '2026-03-12',
        Because: { Code: 'importantDate', Values: { label: 'First dance' } },
      },
      { DueDay: '2026-03-15', Because: { Code: 'spouseBirthday' }, Customer: { CustomerId: giver.CustomerId } },
    ])
    expect(await tasks(elsewhere)).toMatchObject([{ Because: { Code: 'birthday' } }])
    await app.sql(`update household_link set status = 'Deleted'`)
    await app.sql(`update important_date set status = 'Deleted'`)
    app.clock.set('2027-03-10T04:00:00Z')
    await night('2027-03-10')
    expect(await tasks()).toHaveLength(2)
  })

  test('a prospect who heard nothing for two days is welcomed, and who was contacted or written about is not', async () => {
    app.clock.set('2026-03-10T04:00:00Z')
    const [silent, called, noted] = [await prospect(), await prospect(), await prospect()]
    const { body } = await app.call(
      addTask,
      { Name: 'Call', CustomerId: called, DueDate: '2026-03-11T10:00:00' } as never,
      clerk,
    )
    await app.call(addLog, { TaskId: body.TaskId, Description: 'called', ContactType: 'Call' } as never, clerk)
    await app.sql(
      `insert into activity_type (activity_code, description) values ('VISIT', 'Visit') on conflict do nothing`,
    )
    await app.sql(
      `insert into customer_activity (customer_id, activity_code, activity_log, building_id, staff_id, created_at, updated_at)
       select $1, 'VISIT', 'Came by', building_id, staff_id, now(), now() from staff where building_id = (select building_id from building where code = 'KLCC') limit 1`,
      noted,
    )
    await night('2026-03-11')
    expect((await tasks()).filter(({ Source }) => Source === 'Occasion')).toEqual([])
    app.clock.set('2026-03-12T04:00:00Z')
    await night('2026-03-12')
    expect((await tasks()).filter(({ Source }) => Source === 'Occasion')).toMatchObject([
      { Because: { Code: 'prospectSilent' }, Customer: { CustomerId: silent } },
    ])
  })

  test('who has not bought for a year is invited once for it', async () => {
    await setting('occasions.careMonths', 0)
    const { MembershipNo } = await person({})
    await sale(MembershipNo, '2026-03-10', '300')
    await night('2027-03-09')
    expect(await tasks()).toEqual([])
    await night('2027-03-11')
    await night('2027-03-12')
    expect(await tasks()).toMatchObject([{ Because: { Code: 'lapsed', Values: { Date: '2026-03-10' } } }])
  })

  test('points that expire are told of before, from so many on', async () => {
    await setting('occasions.lapsedMonths', 0)
    await setting('occasions.careMonths', 0)
    const rich = await person({})
    const poor = await person({})
    await sale(rich.MembershipNo, '2026-03-10', '9000')
    await sale(poor.MembershipNo, '2026-03-10', '90')
    app.clock.set('2028-03-12T04:00:00Z')
    await night('2028-03-12')
    expect(await tasks()).toMatchObject([
      {
        Priority: 'High',
        DueDay: '2028-03-31',
        Because: { Code: 'pointsExpire', Values: { points: 900 } },
        Customer: { CustomerId: rich.CustomerId },
      },
    ])
  })
})

test('an outlet gets no more tasks a day than the settings say, and the rest on the days after', async () => {
  await setting('occasions.dailyCap', 2)
  for (const day of ['11', '12', '13', '14', '15']) await person({ date_of_birth: `1990-03-${day}` })
  await person({ date_of_birth: '1990-03-16' }, 'PAV')
  await night('2026-03-10')
  expect(await tasks()).toHaveLength(2)
  expect(await tasks(elsewhere)).toHaveLength(1)
  await night('2026-03-10')
  expect(await tasks()).toHaveLength(2)
  app.clock.set('2026-03-11T04:00:00Z')
  await night('2026-03-11')
  expect(await tasks()).toHaveLength(4)
})

test('a grave finding of loyalty watch is a task of head office, which no outlet sees', async () => {
  await app.sql(
    `insert into watch_finding (pattern, staff_id, outlet_code, severity, at_least, days, first_day, last_day, acts, found_at, renewed_at)
     select pattern, staff_id, 'KLCC', severity, 1, 1, '2026-03-09', '2026-03-09', 3, now(), now()
     from (select min(staff_id) as staff_id from staff) anybody cross join (values ('Look-ups', 'High'), ('Manual sales', 'Low')) found (pattern, severity)`,
  )
  await night('2026-03-10')
  await night('2026-03-11')
  const found = (await tasks(hq as never)).filter(({ RelatedType }) => RelatedType === 'Finding')
  expect(found).toMatchObject([{ OutletCode: 'HQ', Source: 'System', Priority: 'High', Because: { Code: 'finding' } }])
  expect(await tasks()).toEqual([])
})
