import { beforeEach } from 'vitest'
import { addTransaction } from '#areas/sales/contract.ts'
import { listTasks } from '#areas/tasks/contract.ts'
import { runNightlyBatch } from '#kit/server/nightly.ts'
import { registered } from '#tests/factories/customers.ts'
import { addEarningRules, line, member } from '#tests/factories/sales.ts'
import { hq, jobContext, staffWith, useApp } from '#tests/harness.ts'
import { testSetting } from '#tests/setting-scenarios.ts'
import { createOccasionTasksStep } from './make-tasks.ts'

// Tests the effect of each setting on generated tasks, with all other occasions disabled.

const app = useApp({ at: '2026-03-10T04:00:00Z', prepare: ({ db }) => addEarningRules(db) })
const clerk = staffWith({ roles: ['Tasks'] })
const switches = [
  'aheadDays',
  'resizeDays',
  'pointsDays',
  'prospectDays',
  'careMonths',
  'engagementMonths',
  'valuationMonths',
  'lapsedMonths',
]

beforeEach(async () => {
  app.clock.set('2026-03-10T04:00:00Z')
  await app.sql(`update customer set date_of_birth = null, status = 'Inactive'`)
  await app.sql(`update task set status = 'Deleted', created_at = '2020-01-01'`)
})
const setOccasionSetting = (name: string, value: number) =>
  app.sql(
    `insert into setting (name, value) values ($1, to_jsonb($2::int)) on conflict (name) do update set value = excluded.value`,
    `occasions.${name}`,
    value,
  )

/** Codes of the tasks that the nightly batch of a day creates with only one occasion enabled. */
const generatedCodes = async (
  enabled: string,
  at: string,
  prepare: () => Promise<unknown>,
  more: Record<string, number> = {},
) => {
  for (const name of switches) if (name !== enabled) await setOccasionSetting(name, 0)
  for (const [name, value] of Object.entries(more)) await setOccasionSetting(name, value)
  await prepare()
  app.clock.set(`${at}T04:00:00Z`)
  await runNightlyBatch(jobContext(app), [createOccasionTasksStep], at)
  const { rows } = (await app.call(listTasks, { Rows: 100 }, clerk)).body
  await app.sql(`delete from setting where name like 'occasions.%'`)
  return rows.map(({ Because }) => Because!.Code)
}

const birthdayOn = (day: string) => async () => {
  const { CustomerId } = await member(app.db, { birthDate: null })
  await app.sql('update customer set date_of_birth = $1 where customer_id = $2', day, CustomerId)
}
let invoices = 0
/** A member who buys an engagement ring on the present day. */
const ringPurchase = (price: string) => async () => {
  const { MembershipNo } = await member(app.db, { birthDate: null })
  const sale = { TransactionType: 'N', InvoiceNo: `RING${++invoices}`, OutletCode: 'KLCC', MembershipNo }
  const Details = [line(price, { ProductType: 'Ring', Description: 'Engagement ring' })]
  await app.call(addTransaction, { ...sale, Details } as never, hq)
}
const addProspect = async () => {
  const { CustomerId } = await registered(app.db, { RegisteredOutletCode: 'KLCC' })
  await app.sql(
    `update customer set member_type = 'Non-Premium Member', created_at = $1, date_of_birth = null where customer_id = $2`,
    app.clock.now(),
    CustomerId,
  )
}

testSetting(
  app,
  'occasions.aheadDays',
  [
    [4, ['birthday']],
    [3, []],
  ],
  () => generatedCodes('aheadDays', '2026-03-10', birthdayOn('1990-03-14')),
)

testSetting(
  app,
  'occasions.resizeDays',
  [
    [20, ['careAfter']],
    [0, []],
  ],
  () => generatedCodes('resizeDays', '2026-03-30', ringPurchase('12000')),
)

testSetting(
  app,
  'occasions.careMonths',
  [
    [2, ['careAfter']],
    [0, []],
  ],
  () => generatedCodes('careMonths', '2026-05-10', ringPurchase('12000')),
)

testSetting(
  app,
  'occasions.engagementMonths',
  [
    [3, ['careAfter']],
    [0, []],
  ],
  () => generatedCodes('engagementMonths', '2026-06-10', ringPurchase('12000')),
)

testSetting(
  app,
  'occasions.valuationMonths',
  [
    [4, ['careAfter']],
    [0, []],
  ],
  () => generatedCodes('valuationMonths', '2026-07-10', ringPurchase('12000')),
)

testSetting(
  app,
  'occasions.valuationFrom',
  [
    [12_000, ['careAfter']],
    [12_001, []],
  ],
  () => generatedCodes('valuationMonths', '2026-05-10', ringPurchase('12000'), { valuationMonths: 2 }),
)

testSetting(
  app,
  'occasions.prospectDays',
  [
    [5, ['prospectSilent']],
    [6, []],
  ],
  () => generatedCodes('prospectDays', '2026-03-15', addProspect),
)

testSetting(
  app,
  'occasions.lapsedMonths',
  [
    [2, ['lapsed']],
    [0, []],
  ],
  () => generatedCodes('lapsedMonths', '2026-05-10', ringPurchase('12000')),
)

testSetting(
  app,
  'occasions.pointsDays',
  [
    [19, ['pointsExpire']],
    [18, []],
  ],
  () => generatedCodes('pointsDays', '2028-03-12', ringPurchase('6000'), { pointsAtLeast: 600 }),
)

testSetting(
  app,
  'occasions.pointsAtLeast',
  [
    [600, ['pointsExpire']],
    [601, []],
  ],
  () => generatedCodes('pointsDays', '2028-03-12', ringPurchase('6000'), { pointsDays: 19 }),
)

testSetting(
  app,
  'occasions.dailyCap',
  [
    [0, []],
    [2, ['birthday', 'birthday']],
    [3, ['birthday', 'birthday', 'birthday']],
  ],
  () =>
    generatedCodes(
      'aheadDays',
      '2026-03-10',
      async () => {
        for (const day of ['11', '12', '13']) await birthdayOn(`1990-03-${day}`)()
      },
      { aheadDays: 7 },
    ),
)
