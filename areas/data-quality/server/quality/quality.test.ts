import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { findNricWarnings } from '#areas/customers/contract/nric.ts'
import { addTag } from '#areas/customers/contract/tags.ts'
import { address, type customer, registered } from '#tests/factories/customers.ts'
import { cardGroup } from '#tests/factories/memberships.ts'
import { staffWith, useApp } from '#tests/harness.ts'
import { countIssues, Issue, listCustomersWithIssues } from '../../contract/quality.ts'

const app = useApp({ at: '2026-05-10T04:00:00Z' })
beforeAll(async () => {
  await cardGroup(app.db)
})

type Values = Parameters<typeof customer>[1]
let createdCount = 0
/** A customer without issues except those caused by `values`. */
async function complete(values: Values = {}, home: Parameters<typeof address>[2] | null = {}) {
  const person = await registered(app.db, {
    DateOfBirth: '1990-05-17',
    Gender: 'Female',
    Email: `person${createdCount++}@example.com`,
    VerifiedEmailYN: 'Y',
    VerifiedEmailAt: '2026-01-01T00:00:00Z',
    ...values,
  })
  if (home) await address(app.db, person.CustomerId, home)
  return person
}
const listed = async (Search: object = {}, as?: ReturnType<typeof staffWith>) =>
  (await app.call(listCustomersWithIssues, { Rows: 1000, Search: { ...Search } }, as)).body.rows
const issuesOf = async (CustomerId: number) =>
  (await listed()).find((row) => row.CustomerId === CustomerId)?.Issues ?? []

const cases: [Issue, Values, (Parameters<typeof address>[2] | null)?][] = [
  ['DateOfBirth', { DateOfBirth: null }],
  ['Gender', { Gender: null }],
  ['ContactNo', { ContactNo: null, ContactNoTyped: null }],
  ['Email', { Email: null, VerifiedEmailYN: 'N', VerifiedEmailAt: null }],
  ['EmailUnverified', { VerifiedEmailYN: 'N', VerifiedEmailAt: null }],
  ['Identity', { IdType: null, IdNo: null, IdNotGivenYN: 'Y' }],
  ['IdentityIssue', { IdType: 'NRIC', IdNo: '900518145678' }],
  ['Address', {}, null],
  ['ReturnedMail', {}, { ReturnedMailYN: 'Y' }],
]

describe('worklist of incomplete customer data', () => {
  test('data quality worklist: a customer without issues is not listed', async () => {
    const { CustomerId } = await complete()
    expect(await issuesOf(CustomerId)).toEqual([])
  })

  test.each(cases)(
    'data quality worklist: the issue %s is listed without a filter and with its own filter only',
    async (issue, values, home = {}) => {
      const { CustomerId } = await complete(values, home)
      expect(await issuesOf(CustomerId)).toEqual([issue])
      for (const option of Issue.options) {
        const isListed = (await listed({ Issue: option })).some((row) => row.CustomerId === CustomerId)
        expect({ option, isListed }).toEqual({ option, isListed: option === issue })
      }
    },
  )

  test('data quality worklist: the latest consent entry decides whether the customer has the issue Consent', async () => {
    const { CustomerId } = await complete()
    const say = (granted: string, at: string) =>
      app.sql(
        `insert into customer_consent (customer_id, channel, granted_yn, wording_version, source, recorded_at) values ($1, 'Service', $2, '1', 'Phone', $3)`,
        CustomerId,
        granted,
        at,
      )
    await say('N', '2100-01-01')
    expect(await issuesOf(CustomerId)).toEqual(['Consent'])
    await say('Y', '2100-01-02')
    expect(await issuesOf(CustomerId)).toEqual([])
  })

  test.each([
    ['telephone', { ContactNo: '+60123330001' }, { ContactNo: '+60123330001' }],
    ['e-mail in different case', { Email: 'Twin@example.com' }, { Email: 'twin@example.com' }],
    [
      'name and birth date',
      { FullName: 'LIM TWIN', DateOfBirth: '1970-01-01' },
      { FullName: 'LIM TWIN', DateOfBirth: '1970-01-01' },
    ],
  ] as const)(
    'data quality worklist: customers with the same %s are possible duplicates unless one of them is merged',
    async (_, firstValues, secondValues) => {
      const [first, second] = [await complete(firstValues), await complete(secondValues)]
      const duplicateIds = (await listed({ Issue: 'Duplicate' })).map((row) => row.CustomerId)
      expect(duplicateIds).toEqual(expect.arrayContaining([first.CustomerId, second.CustomerId]))
      expect(await issuesOf(first.CustomerId)).toEqual(['Duplicate'])
      await app.sql(`update customer set status = 'Merged' where customer_id = $1`, second.CustomerId)
      expect(await issuesOf(first.CustomerId)).toEqual([])
    },
  )

  test.each(['Archived', 'Merged', 'Deleted'] as const)(
    'data quality worklist: a customer with status %s is not listed',
    async (Status) => {
      const { CustomerId } = await complete({ DateOfBirth: null, Status })
      expect(await issuesOf(CustomerId)).toEqual([])
    },
  )

  test('data quality worklist: a customer requested by id is returned even without issues', async () => {
    const { CustomerId } = await complete({ Gender: null })
    const alone = async () => (await listed({ CustomerId })).map((row) => [row.CustomerId, row.Issues])
    expect(await alone()).toEqual([[CustomerId, ['Gender']]])
    await app.sql(`update customer set gender = 'Female' where customer_id = $1`, CustomerId)
    expect(await alone()).toEqual([[CustomerId, []]])
    expect(await issuesOf(CustomerId)).toEqual([])
  })

  test('data quality worklist: the count of each issue equals the number of rows with that issue', async () => {
    const { rows } = (await app.call(countIssues, {})).body
    for (const { Issue: issue, Count } of rows)
      expect({ issue, Count: (await listed({ Issue: issue })).length }).toEqual({ issue, Count })
  })

  test('data quality worklist: outlet staff see customers of their outlet, with masked identity numbers', async () => {
    const ownCustomer = await complete({ Gender: null, RegisteredOutletCode: 'KLCC' })
    const foreign = await complete({ Gender: null, RegisteredOutletCode: 'PAV' })
    const keeper = staffWith({ roles: ['Update Member Listing'] })
    const rows = await listed({}, keeper)
    expect(rows.map((row) => row.CustomerId)).toContain(ownCustomer.CustomerId)
    expect(rows.map((row) => row.CustomerId)).not.toContain(foreign.CustomerId)
    expect(rows.find((row) => row.CustomerId === ownCustomer.CustomerId)!.IdNo).toMatch(/^\*+\d{4}$/)
    expect(await app.call(countIssues, { RegisteredOutletCode: 'PAV' }, keeper)).toMatchObject({ status: 403 })
  })

  test('data quality worklist: rows contain the customer’s tags, which can be searched', async () => {
    const { CustomerId } = await complete({ Gender: null })
    const tag = (await app.call(addTag, { CustomerId, Name: 'Bridal' })).body.rows[0]!
    const rows = await listed({ Tag: 'bridal' })
    expect(rows).toMatchObject([{ CustomerId, Tags: [{ TagId: tag.TagId, Name: 'Bridal' }] }])
  })
})

test('doubtful identity numbers: SQL and forms report the same numbers', async () => {
  const digits = (count: number) => fc.stringMatching(new RegExp(`^\\d{${count}}$`))
  const day = fc.tuple(
    fc.integer({ min: 0, max: 99 }),
    fc.integer({ min: 0, max: 13 }),
    fc.integer({ min: 0, max: 32 }),
  )
  const number = fc.oneof(
    digits(12),
    digits(11),
    fc
      .tuple(day, fc.integer({ min: 0, max: 99 }), digits(4))
      .map(
        ([[year, month, date], placeCode, digits]) =>
          [year, month, date, placeCode].map((part) => `${part}`.padStart(2, '0')).join('') + digits,
      ),
  )
  const birth = fc.option(fc.constantFrom('1990-05-17', '2000-02-29', '1900-02-28', '1985-12-31'))
  const person = fc.record({
    IdType: fc.constantFrom('NRIC', 'Passport'),
    IdNo: number,
    DateOfBirth: birth,
    Gender: fc.option(fc.constantFrom('Male', 'Female', 'Other')),
  })
  // Most identity numbers match the person; the others differ by a day or in the gender only.
  const near = fc
    .record({
      DateOfBirth: fc.date({ min: new Date('1930-01-01'), max: new Date('2025-12-31'), noInvalidDate: true }),
      slip: fc.constantFrom(0, 0, 0, 1),
      Gender: fc.option(fc.constantFrom('Male', 'Female')),
      suffix: digits(4),
    })
    .map(({ DateOfBirth, slip, Gender, suffix }) => ({
      IdType: 'NRIC',
      IdNo: `${DateOfBirth.toISOString().slice(2, 10).replaceAll('-', '')}14${suffix}`,
      DateOfBirth: new Date(DateOfBirth.getTime() + slip * 86_400_000).toISOString().slice(0, 10),
      Gender,
    }))
  const people = [...fc.sample(person, { numRuns: 3000, seed: 7 }), ...fc.sample(near, { numRuns: 2000, seed: 7 })]
  const rows = await app.sql<{ hasIssue: boolean }>(
    `select nric_issue(p."IdType", p."IdNo", p."DateOfBirth", p."Gender") as "hasIssue"
     from rows from (jsonb_to_recordset($1) as ("IdType" text, "IdNo" text, "DateOfBirth" date, "Gender" text)) with ordinality as p("IdType", "IdNo", "DateOfBirth", "Gender", position) order by position`,
    JSON.stringify(people),
  )
  const differing = people.filter(
    (person, index) => findNricWarnings(person, '2026-05-10').length > 0 !== rows[index]!.hasIssue,
  )
  expect(differing).toEqual([])
  expect(rows.filter(({ hasIssue }) => !hasIssue).length).toBeGreaterThan(500)
})
