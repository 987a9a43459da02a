import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { addCustomer, listCustomers } from '#areas/customers/contract/customers.ts'
import { findDuplicates } from '#areas/customers/contract/duplicates.ts'
import { lookupMember } from '#areas/memberships/contract/counter.ts'
import { listMemberships, searchMembers } from '#areas/memberships/contract/memberships.ts'
import { listTasks } from '#areas/tasks/contract/tasks.ts'
import { containsName } from '#kit/server/filters.ts'
import { useImportBench } from './factories/imports.ts'
import { cardGroup, category } from './factories/memberships.ts'
import { hq, useApp } from './harness.ts'

// Different spellings of the same names; the first spelling of each name is entered at registration.

const names: [typed: string, ...spellings: string[]][] = [
  ['田中　太郎', '田中', '太郎', '田中 太郎', '田中太郎', '郎'],
  ['陳小明', '小明', '陳', '明'],
  ['李娜娜', '娜娜', '李'],
  ['葛\u{e0100}城 花', '葛城', '花'],
  ['ｻﾄｳ ﾀﾞｲｽｹ', 'サトウ', 'ダイスケ', 'ﾀﾞｲ'],
  ['김민준', '민준', '김'],
  ['Élodie Dupont', 'elodie', 'ÉLODIE DUPONT', 'E\u0301lodie', 'dupont elodie', 'Ｅｌｏｄｉｅ'],
  ['TAN\u00a0AH\u00a0KOW', 'tan ah kow', 'TAN\u00a0AH KOW', 'ah kow', 'kow\u3000tan'],
  ['Jürgen Weiß', 'weiss', 'WEIẞ', 'jurgen weiß', 'WEISS JÜRGEN'],
  ['Siobhán O’Brien', "o'brien", 'O’BRIEN', 'siobhan', 'O`Brien'],
  ['Jean‑Paul Sartre', 'jean-paul', 'Jean–Paul', 'paul jean', 'ＪＥＡＮ－ＰＡＵＬ'],
  ['Łukasz Żółć', 'lukasz', 'zolc', 'ŻÓŁĆ'],
  ['Nguyễn Thị Hạnh', 'nguyen thi', 'Nguyễn', 'hanh'],
  ['İbrahim Şahin', 'ibrahim', 'IBRAHIM sahin', 'İbrahim'],
  ['Ｗｏｎｇ　Ｍｅｉ', 'wong mei', 'ＷＯＮＧ', 'Mei Wong'],
  ['Σίσυφος Παπαδόπουλος', 'σισυφος', 'ΠΑΠΑΔΟΠΟΥΛΟΣ', 'παπαδόπουλοσ'],
  ['Иван Ёлкин', 'иван', 'ЁЛКИН', 'елкин'],
  ['فاطمة الزهراء', 'فاطمة', 'الزهراء'],
  ['สมชาย ใจดี', 'สมชาย', 'สม', 'ใจดี'],
  ['Al\u200bi\u202e Bin\u2069 Abu', 'ali bin abu', 'Ali'],
  ['Ng', 'ng', 'ＮＧ'],
  ["Nur'ain A/P  Søren", "nur'ain", 'nur’ain', 'a/p soren', 'SØREN'],
]

const app = useApp({
  at: '2026-03-10T02:00:00Z',
  prepare: async ({ db }) => {
    await cardGroup(db)
    await category(db)
  },
})
const bench = useImportBench()

/** Each person has a different birth date, so that the duplicate check compares names only. */
const birthDate = (place: number) => `1990-01-${String(place + 1).padStart(2, '0')}`
const ids: number[] = []

beforeAll(async () => {
  for (const [index, [FullName]] of names.entries()) {
    const { status, body } = await app.call(
      addCustomer,
      {
        FullName,
        ...{ IdType: 'Passport', IdNo: `AW${1000 + index}`, ContactNo: `012-34567${10 + index}`, Language: 'English' },
        ...{ DateOfBirth: birthDate(index), RegisteredOutletCode: 'KLCC' },
        Consents: [{ Channel: 'Service', GrantedYN: 'Y' }],
      } as never,
      hq,
    )
    if (status !== 201) throw new Error(`${FullName}: ${status}`)
    ids.push(body.CustomerId)
    await app.sql(
      `insert into task (name, building_id, customer_id, due_date) select 'Call', building_id, $1, '2026-03-20' from building where code = 'KLCC'`,
      body.CustomerId,
    )
  }
})

const searches: Record<string, (typed: string) => Promise<number[]>> = {
  'customers by name': async (FullName) =>
    customerIdsOf(await app.call(listCustomers, { Search: { FullName }, Rows: 100 }, hq)),
  'customers by the one box': async (Q) =>
    customerIdsOf(await app.call(listCustomers, { Search: { Q }, Rows: 100 }, hq)),
  'memberships by name': async (FullName) =>
    customerIdsOf(await app.call(listMemberships, { Search: { FullName }, Rows: 100 } as never, hq)),
  'the member search': async (FullName) =>
    customerIdsOf(await app.call(searchMembers, { Search: { FullName }, Rows: 100 } as never, hq)),
  'the box at the counter': async (Typed) => customerIdsOf(await app.call(lookupMember, { Typed }, hq)),
  'tasks by customer': async (Customer) =>
    (await app.call(listTasks, { Search: { Customer }, Rows: 100 } as never, hq)).body.rows.map(
      (task) => task.Customer?.CustomerId as number,
    ),
}

const customerIdsOf = ({ body }: { body: { rows: { CustomerId: number | null }[] } }) =>
  body.rows.map(({ CustomerId }) => CustomerId!)

describe('names with unusual spelling', () => {
  test.each(Object.keys(searches))('%s finds every unusual name in every spelling', async (search) => {
    const missed: string[] = []
    for (const [index, spellings] of names.entries())
      for (const spelling of spellings) {
        if (!(await searches[search]!(spelling)).includes(ids[index]!)) missed.push(`${spellings[0]}: ${spelling}`)
      }
    expect(missed).toEqual([])
  })

  test('search for duplicates: a customer is found by every spelling of the name', async () => {
    const missed: string[] = []
    for (const [index, [typed, ...spellings]] of names.entries()) {
      const whole = spellings.filter(
        (spelling) => spelling.replace(/\P{L}/gu, '').length + 2 > typed.replace(/\P{L}/gu, '').length,
      )
      for (const FullName of [typed, ...whole]) {
        const { body } = await app.call(findDuplicates, { FullName, DateOfBirth: birthDate(index) } as never, hq)
        if (!body.rows.some(({ CustomerId }) => CustomerId === ids[index])) missed.push(`${typed}: ${FullName}`)
      }
    }
    expect(missed).toEqual([])
  })

  test('import: a name is stored in the same form as at the counter', async () => {
    const rows = names.map(([typed], index) => `"N${index}","${typed}",Y`)
    const result = await bench.run('customers', `Ref,Name,Consent\n${rows.join('\n')}\n`, {
      columns: { Ref: 'CustomerRef', Name: 'FullName', Consent: 'ServiceConsentYN' },
      constants: { OutletCode: 'KL1' },
    } as never)
    expect(result).toMatchObject({ Created: names.length, Failed: 0 })
    const imported = await bench.sql<{ full_name: string }>(
      `select full_name from customer where external_ref like 'N%' order by substr(external_ref, 2)::int`,
    )
    const typed = await app.sql<{ full_name: string }>(
      'select full_name from customer where customer_id = any($1) order by customer_id',
      ids,
    )
    expect(imported).toEqual(typed)
  })

  test('name search: an index is used, even for one Chinese character and for names without their accents', async () => {
    const planOf = (typed: string) =>
      app.db.transaction().execute(async (db) => {
        await sql`set local enable_seqscan = off`.execute(db)
        const { rows } =
          await sql`explain select from customer where ${containsName('customer.full_name', typed)}`.execute(db)
        return JSON.stringify(rows)
      })
    expect(await planOf('Élodie')).toContain('customer_folded_name')
    expect(await planOf('明')).toContain('customer_folded_letters')
    expect(await planOf('елкин')).toContain('customer_folded_letters')
  })
})
