import { expect, test } from 'vitest'
import { openDatabase } from '#kit/server/database.ts'
import { useImportBench } from '#tests/factories/imports.ts'
import type { MappingInput } from '../../contract/mapping.ts'

const bench = useImportBench()

const header = 'Ref,Name,IdType,IC,Phone,Mail,Born,Joined,Outlet,Type,Tier,Number,Consent,Street,City,Note'
const columns = {
  Ref: 'CustomerRef',
  Name: 'FullName',
  IdType: 'IdType',
  IC: 'IdNo',
  Phone: 'ContactNo',
  Mail: 'Email',
  Born: 'DateOfBirth',
  Joined: 'JoinDate',
  Outlet: 'OutletCode',
  Type: 'MemberType',
  Tier: 'CardCategoryCode',
  Number: 'MembershipNo',
  Consent: 'ServiceConsentYN',
  Street: 'Line1',
  City: 'City',
  Note: 'Remarks',
}
const mapping: MappingInput = { columns, constants: { OutletCode: 'KL1' } }

/** Returns a row with these cells; its other cells are empty. */
const row = (cells: Partial<Record<keyof typeof columns, string>>) =>
  Object.keys(columns)
    .map((name) => `"${cells[name as keyof typeof columns] ?? ''}"`)
    .join(',')
const file = (...rows: Parameters<typeof row>[0][]) => `${[header, ...rows.map(row)].join('\n')}\n`

const people = `
  select coalesce(jsonb_agg(jsonb_build_array(external_ref, full_name, id_type, id_no, contact_no, c.member_type, card_category_code, cycle_start, cycle_end,
    (select jsonb_agg(channel || granted_yn) from customer_consent x where x.customer_id = c.customer_id),
    (select jsonb_agg(line1 || is_primary_yn) from customer_address a where a.customer_id = c.customer_id)) order by external_ref), '[]') as books
  from customer c left join membership m using (customer_id)`
const ledger = async (database = bench.database) => (await database.pool.query(people)).rows[0].books

const results = (result: Awaited<ReturnType<typeof bench.run>>) =>
  result.Examples.map(({ FirstRow, Reason, Field, Value }) => [FirstRow, Reason, Field, Value])

test('customer import: a dry run reports what a run would do and changes nothing', async () => {
  const csv = file({ Ref: 'A1', Name: 'Ali', Consent: 'Y', Number: 'JC-00007000-3' }, { Ref: 'A2' })
  const numbers = 'select last_value from membership_no_seq'
  const before = await bench.sql(numbers)

  const foretold = await bench.run('customers', csv, mapping, { dryRun: true })

  expect(foretold).toMatchObject({ Read: 2, Created: 1, Skipped: 0, Failed: 1 })
  expect(await ledger()).toEqual([])
  expect(await bench.sql(numbers)).toEqual(before)
  expect(await bench.run('customers', csv, mapping)).toMatchObject({ Read: 2, Created: 1, Skipped: 0, Failed: 1 })
})

test('customer import: a member who joined years ago starts in the current cycle, in the tier of the file or the lowest', async () => {
  await bench.run(
    'customers',
    file(
      { Ref: 'P1', Name: 'Siti', Type: 'premium', Joined: '2019-03-10' },
      { Ref: 'P2', Name: 'Mei', Tier: 'classic', Joined: '2026-06-15' },
      { Ref: 'P3', Name: 'Raj', Type: 'Non-Premium', Joined: '2019-03-10' },
    ),
    mapping,
  )

  expect(
    await bench.sql(`select external_ref, m.member_type, card_category_code, join_date, cycle_start, cycle_end, activated_at
      from membership m join customer using (customer_id) where external_ref ~ '^P' order by 1`),
  ).toEqual([
    {
      external_ref: 'P1',
      member_type: 'Premium Member',
      card_category_code: 'CLASSIC',
      join_date: '2019-03-10',
      cycle_start: '2026-03-10',
      cycle_end: '2027-03-09',
      activated_at: '2019-03-09T16:00:00.000Z',
    },
    {
      external_ref: 'P2',
      member_type: 'Premium Member',
      card_category_code: 'CLASSIC',
      join_date: '2026-06-15',
      cycle_start: '2026-06-15',
      cycle_end: '2027-06-14',
      activated_at: '2026-06-14T16:00:00.000Z',
    },
    {
      external_ref: 'P3',
      member_type: 'Non-Premium Member',
      card_category_code: null,
      join_date: '2019-03-10',
      cycle_start: null,
      cycle_end: null,
      activated_at: null,
    },
  ])
})

test('customer import: a consent is recorded only if the file has one, and is stored without a language', async () => {
  await bench.run(
    'customers',
    file({ Ref: 'S1', Name: 'A', Consent: 'y' }, { Ref: 'S2', Name: 'B', Consent: 'N' }, { Ref: 'S3', Name: 'C' }),
    mapping,
  )

  expect(
    await bench.sql(
      `select external_ref, channel, granted_yn, source, wording_language from customer_consent join customer using (customer_id) where external_ref ~ '^S' order by 1`,
    ),
  ).toEqual([
    { external_ref: 'S1', channel: 'Service', granted_yn: 'Y', source: 'Import', wording_language: null },
    { external_ref: 'S2', channel: 'Service', granted_yn: 'N', source: 'Import', wording_language: null },
  ])
})

test('customer import: each invalid row has its reason, and no part of such a row is stored', async () => {
  const bad = file(
    { Ref: 'F01', Name: 'A', Tier: 'PLATINUM' },
    { Ref: 'F02', Name: 'A', Type: 'Non-Premium Member', Tier: 'CLASSIC' },
    { Ref: 'F03', Name: 'A', Joined: '2026-06-16' },
    { Ref: 'F04', Name: 'A', Joined: 'last year' },
    { Ref: 'F05', Name: 'A', Born: '0990-01-01' },
    { Ref: 'F06', Name: 'A', Number: '12' },
    { Ref: 'F07', Name: 'A', Number: 'JC999999990' },
    { Ref: 'F08', Name: 'A', Consent: '?' },
    { Ref: 'F09', Name: 'A', City: 'Ipoh' },
    { Ref: 'F10', Name: 'B'.repeat(151) },
    { Ref: 'F11', Name: 'ALI\u0007BIN' },
    { Ref: 'F12', Name: 'A', IdType: 'Library card', IC: '1' },
    { Ref: 'F13', Name: 'A', IC: '900101+14' },
    { Ref: 'F14', Name: 'A', Mail: 'a@-x.example' },
    { Ref: 'F15', Name: 'A', Phone: 'ask the office' },
    { Ref: 'F16', Name: 'A', Outlet: 'XX1' },
    { Ref: 'F17', Name: 'A', IdType: 'nric', IC: `9${'0'.repeat(40)}123` },
  )

  const result = await bench.run('customers', bad, mapping)

  expect(result).toMatchObject({ Read: 17, Created: 0, Skipped: 0, Failed: 17 })
  expect(results(result)).toEqual([
    [1, 'not_allowed', 'CardCategoryCode', 'PLATINUM'],
    [2, 'not_allowed', 'CardCategoryCode', 'CLASSIC'],
    [3, 'out_of_range', 'JoinDate', '2026-06-16'],
    [4, 'not_a_date', 'JoinDate', 'last year'],
    [5, 'out_of_range', 'DateOfBirth', '0990-01-01'],
    [6, 'not_allowed', 'MembershipNo', '12'],
    [7, 'out_of_range', 'MembershipNo', 'JC999999990'],
    [8, 'not_allowed', 'ServiceConsentYN', '?'],
    [9, 'missing', 'Line1', null],
    [10, 'too_long', 'FullName', 'B'.repeat(60)],
    [11, 'unreadable', 'FullName', 'ALI?BIN'],
    [12, 'not_allowed', 'IdType', 'Library card'],
    [13, 'not_allowed', 'IdNo', '…1+14'],
    [14, 'not_allowed', 'Email', 'a@-x.example'],
    [15, 'not_allowed', 'ContactNo', 'ask the office'],
    [16, 'not_an_outlet', 'OutletCode', 'XX1'],
    [17, 'too_long', 'IdNo', '…0123'],
  ])
  expect(await bench.sql(`select 1 from customer where external_ref ~ '^F'`)).toEqual([])
})

test('customer import: identifiers of another customer and duplicates in the file fail; existing customers are skipped', async () => {
  await bench.run(
    'customers',
    file({ Ref: 'T1', Name: 'Tan', IdType: 'NRIC', IC: '800101-14-5555', Number: 'OLD-1001' }),
    mapping,
  )

  const result = await bench.run(
    'customers',
    file(
      { Ref: 'T1', Name: 'Another name', Outlet: 'XX1' },
      { Ref: 'T2', Name: 'Lim', IdType: 'nric', IC: '800101 14 5555' },
      { Ref: 'T3', Name: 'Lim', Number: 'old1001' },
      { Ref: 'T4', Name: 'Lim', IdType: 'Other', IC: '800101145555', Number: 'OLD-1002' },
      { Ref: 'T4', Name: 'Lim' },
      { Ref: 'T5', Name: 'Lim', IC: '800101145555' },
      { Ref: 'T6', Name: 'Lim', Number: 'OLD 1002' },
    ),
    mapping,
  )

  expect(result).toMatchObject({ Read: 7, Created: 1, Skipped: 1, Failed: 5 })
  expect(result.Reasons).toContainEqual({ Result: 'Skipped', Reason: 'already_there', Rows: 1 })
  expect(results(result)).toEqual([
    [2, 'customer_exists', 'IdNo', '…5555'],
    [3, 'customer_exists', 'MembershipNo', 'OLD1001'],
    [5, 'twice_in_file', 'CustomerRef', '4'],
    [6, 'twice_in_file', 'IdNo', '4'],
    [7, 'twice_in_file', 'MembershipNo', '4'],
  ])
})

test('customer import: the identity number of a deleted customer can be registered again', async () => {
  await bench.sql(`update customer set status = 'Deleted' where external_ref = 'T1'`)

  expect(
    await bench.run('customers', file({ Ref: 'T9', Name: 'Tan', IdType: 'NRIC', IC: '800101145555' }), mapping),
  ).toMatchObject({ Created: 1, Failed: 0 })
})

test('customer import: a generated membership number never equals a number later in the same file', async () => {
  const [next] = await bench.sql<{ no: string }>(
    `select 'JC' || lpad((last_value + 2)::text, 8, '0') || luhn_check_digit(lpad((last_value + 2)::text, 8, '0')) as no from membership_no_seq`,
  )

  const result = await bench.run(
    'customers',
    file({ Ref: 'N1', Name: 'A' }, { Ref: 'N2', Name: 'B' }, { Ref: 'N3', Name: 'C', Number: next!.no }),
    mapping,
  )

  expect(result).toMatchObject({ Created: 3, Failed: 0 })
})

test('customer import: a customer reference that a spreadsheet changed to a decimal still matches the sales file', async () => {
  await bench.run('customers', file({ Ref: '17850.0', Name: 'A' }), { ...mapping, customerReference: 'decimal' })

  expect(await bench.sql(`select external_ref from customer where external_ref ~ '^17850'`)).toEqual([
    { external_ref: '17850' },
  ])
})

test('customer import: a row whose customer registers at a counter during the run fails and does not count as created', async () => {
  // Simulates the counter: registers B2's identity number while B1 is written.
  await bench.sql(`
    create function rival() returns trigger language plpgsql as $$ begin
      if new.external_ref = 'B1' then
        insert into customer (full_name, id_type, id_no, registered_outlet_code, registration_source) values ('RIVAL', 'NRIC', '700101141234', 'KL1', 'CRM');
      end if;
      return new;
    end $$`)
  await bench.sql('create trigger rival before insert on customer for each row execute function rival()')
  try {
    const result = await bench.run(
      'customers',
      file(
        { Ref: 'B1', Name: 'A' },
        { Ref: 'B2', Name: 'B', IdType: 'NRIC', IC: '700101141234', Consent: 'Y' },
        { Ref: 'B3', Name: 'C' },
      ),
      mapping,
    )

    expect(result).toMatchObject({ Read: 3, Created: 2, Skipped: 0, Failed: 1 })
    expect(results(result)).toEqual([[2, 'customer_exists', 'IdNo', '…1234']])
  } finally {
    await bench.sql('drop function rival cascade')
  }
})

test('customer import: a second run changes nothing, and a run that was interrupted twice has the same result as one run', async () => {
  const csv = file(
    ...Array.from({ length: 30 }, (_, at) => ({
      Ref: `K${String(at).padStart(2, '0')}`,
      Name: `Customer ${at}`,
      IC: at === 7 ? '6' : String(at),
      Phone: at % 9 === 8 ? '1' : `012-345 67${String(at).padStart(2, '0')}`,
      Type: at % 2 ? 'Premium' : '',
      Consent: 'Y',
      Street: `${at} Jalan Ampang`,
    })),
  )
  const [whole, broken] = [await bench.again(), await bench.again()]
  const wholeDatabase = openDatabase({ url: whole.url, max: 1 })
  const interruptedDatabase = openDatabase({ url: broken.url, max: 1 })
  const small = { chunkLines: 10 }
  try {
    const result = await bench.run('customers', csv, mapping, { ...small, url: whole.url })
    expect(result).toMatchObject({ Read: 30, Created: 26, Skipped: 0, Failed: 4 })
    const expected = await ledger(wholeDatabase)

    expect(await bench.run('customers', csv, mapping, { ...small, url: whole.url })).toMatchObject({
      Read: 30,
      Created: 0,
      Skipped: 26,
      Failed: 4,
    })
    expect(await ledger(wholeDatabase)).toEqual(expected)

    // Stops between the customers and the memberships of the second chunk.
    await interruptedDatabase.pool.query(`
      create function stop_here() returns trigger language plpgsql as $$ begin if (select count(*) from membership) >= 15 then raise 'stopped'; end if; return new; end $$;
      create trigger stop_here before insert on membership for each row execute function stop_here()`)
    await expect(bench.run('customers', csv, mapping, { ...small, url: broken.url })).rejects.toThrow('stopped')
    expect(await ledger(interruptedDatabase)).toHaveLength(8)

    // Terminates the run's connection while it writes the last chunk.
    await interruptedDatabase.pool.query(`
      create or replace function stop_here() returns trigger language plpgsql security definer as $$ begin
        perform pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'carat import customers';
        return new;
      end $$`)
    await expect(bench.run('customers', csv, mapping, { ...small, url: broken.url })).rejects.toThrow(
      /terminat|connection/i,
    )
    await interruptedDatabase.pool.query('drop function stop_here cascade')
    expect(await ledger(interruptedDatabase)).toHaveLength(17)

    expect(await bench.run('customers', csv, mapping, { ...small, url: broken.url })).toMatchObject({
      Read: 30,
      Created: 9,
      Skipped: 17,
      Failed: 4,
    })
    expect(await ledger(interruptedDatabase)).toEqual(expected)
  } finally {
    await wholeDatabase.end()
    await interruptedDatabase.end()
  }
})

test('customer import: a row reports the first fault of each of its fields', async () => {
  const csv = 'Ref,Name,Tel,Mail,Born,Outlet\n,,0,invalid,1990-02-30,XX9\n'
  const result = await bench.run('customers', csv, {
    columns: {
      ...{ Ref: 'CustomerRef', Name: 'FullName', Tel: 'ContactNo', Mail: 'Email' },
      ...{ Born: 'DateOfBirth', Outlet: 'OutletCode' },
    },
    dates: { format: 'YYYY-MM-DD' },
  })
  expect(result.Examples[0]!.Faults.map(({ Field, Reason }) => `${Field} ${Reason}`)).toEqual([
    'CustomerRef missing',
    'FullName missing',
    'Email not_allowed',
    'DateOfBirth not_a_date',
    'ContactNo not_allowed',
    'OutletCode not_an_outlet',
  ])
})

test('customer import: rows without a reference are matched by identity number or phone, and a second run changes nothing', async () => {
  const lead: MappingInput = {
    columns: { Name: 'FullName', Tel: 'ContactNo', No: 'IdNo' },
    constants: { OutletCode: 'KL1', IdType: 'NRIC' },
  }
  const csv =
    'Name,Tel,No\nLead One,012-777 1111,\nLead Two,,900101-14-7777\nLead Three,,\nLead One Again,0127771111,\n'
  expect(await bench.run('customers', csv, lead, { dryRun: true })).toMatchObject({ Created: 2, Failed: 2 })
  const first = await bench.run('customers', csv, lead)
  expect(first).toMatchObject({ Created: 2, Failed: 2 })
  expect(results(first)).toEqual([
    [3, 'nobody', 'CustomerRef', null],
    [4, 'twice_in_file', 'ContactNo', '1'],
  ])
  expect(await bench.run('customers', csv, lead)).toMatchObject({ Created: 0, Skipped: 3, Failed: 1 })
  expect(
    await bench.sql(
      `select full_name, external_ref, (select count(*)::int from membership where membership.customer_id = customer.customer_id) as memberships
       from customer where full_name like 'LEAD %' order by full_name`,
    ),
  ).toEqual([
    { full_name: 'LEAD ONE', external_ref: null, memberships: 1 },
    { full_name: 'LEAD TWO', external_ref: null, memberships: 1 },
  ])
})
