import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { escapeSpreadsheetFormula } from '#areas/exports/server/index.ts'
import { useImportBench } from '#tests/factories/imports.ts'
import type { MappingInput } from '../../contract/mapping.ts'
import { createFailedRowsCsv } from '../failed-rows.ts'

const bench = useImportBench()

const header = 'Ref,Name,IC,Phone,Mail,Born,Sex,Outlet,Type,Street,Postcode'
const file = (...rows: string[]) => `${[header, ...rows].join('\r\n')}\r\n`

const mapping: MappingInput = {
  columns: {
    Ref: 'CustomerRef',
    Name: 'FullName',
    IC: 'IdNo',
    Phone: 'ContactNo',
    Mail: 'Email',
    Born: 'DateOfBirth',
    Sex: 'Gender',
    Outlet: 'OutletCode',
    Type: 'MemberType',
    Street: 'Line1',
    Postcode: 'Postcode',
  },
  constants: { IdType: 'nric', ServiceConsentYN: 'Y', OutletCode: 'KL1' },
  dates: { format: 'DD/MM/YYYY' },
}

test('customer import: a row becomes a customer with membership, consent and address, as at the counter', async () => {
  const result = await bench.run(
    'customers',
    gzipSync(
      file(
        'A1,Nur Aïsyah ,900101-14-5678,012-345 6789,A@Mail.example,1/1/1990,female,PG1,premium member,12 Jalan Ampang,50450',
        'A2,Tan Ah Kow,,,,,,,,,',
      ),
    ),
    mapping,
  )

  expect(result).toMatchObject({ Read: 2, Created: 2, Failed: 0 })
  const rows = await bench.sql(`
    select c.external_ref, c.full_name, c.id_type, c.id_no, c.id_not_given_yn, c.contact_no, c.contact_no_typed, c.email, c.date_of_birth, c.gender, c.registered_outlet_code, c.registration_source,
      m.member_type, m.card_category_code, (select jsonb_agg(channel || granted_yn) from customer_consent x where x.customer_id = c.customer_id) as consents,
      (select line1 || ' ' || postcode || is_primary_yn from customer_address a where a.customer_id = c.customer_id) as address
    from customer c join membership m using (customer_id) order by 1`)
  expect(rows).toEqual([
    {
      external_ref: 'A1',
      full_name: 'NUR AÏSYAH',
      id_type: 'NRIC',
      id_no: '900101145678',
      id_not_given_yn: 'N',
      contact_no: '+60123456789',
      contact_no_typed: '012-345 6789',
      email: 'a@mail.example',
      date_of_birth: '1990-01-01',
      gender: 'Female',
      registered_outlet_code: 'PG1',
      registration_source: 'Import',
      member_type: 'Premium Member',
      card_category_code: 'CLASSIC',
      consents: ['ServiceY'],
      address: '12 Jalan Ampang 50450Y',
    },
    {
      external_ref: 'A2',
      full_name: 'TAN AH KOW',
      id_type: null,
      id_no: null,
      id_not_given_yn: 'Y',
      contact_no: null,
      contact_no_typed: null,
      email: null,
      date_of_birth: null,
      gender: null,
      registered_outlet_code: 'KL1',
      registration_source: 'Import',
      member_type: 'Non-Premium Member',
      card_category_code: null,
      consents: ['ServiceY'],
      address: null,
    },
  ])
})

test('customer import: the file of failed rows has each row with its reason, and formulas escaped', async () => {
  const result = await bench.run(
    'customers',
    file(
      'B1,,,,,,,,,,',
      ',Nameless,,,,,,,,,',
      'B2,=cmd|x,,03-99,,,,,,,',
      'B3,Ali,,,not-an-address,,,,,,',
      'B4,Ali,,,,31/02/1990,,,,,',
      'B5,Ali,,,,01/01/2999,,,,,',
      'B6,Ali,,,,,Other,,,,',
      'B7,Ali,,,,,,XX9,,,',
      'B8,Ali,,,,,,,Gold,,',
      'B9,Ali,900101-14-5678,,,,,,,,',
      'C1,Ali,800101-14-5555,,,,,,,,',
      'C1,Ali,,,,,,,,,',
      'C2,Ali,800101 14 5555,,,,,,,,',
      'C3,Ali,,,,,,,,Somewhere,504',
    ),
    mapping,
  )

  expect(result).toMatchObject({ Read: 14, Created: 1, Failed: 13 })
  expect(result.Examples.map(({ FirstRow, Reason, Field, Value }) => [FirstRow, Reason, Field, Value])).toEqual([
    [1, 'missing', 'FullName', null],
    [2, 'missing', 'CustomerRef', null],
    [3, 'not_allowed', 'ContactNo', '03-99'],
    [4, 'not_allowed', 'Email', 'not-an-address'],
    [5, 'not_a_date', 'DateOfBirth', '31/02/1990'],
    [6, 'out_of_range', 'DateOfBirth', '2999-01-01'],
    [7, 'not_allowed', 'Gender', 'Other'],
    [8, 'not_an_outlet', 'OutletCode', 'XX9'],
    [9, 'not_allowed', 'MemberType', 'Gold'],
    [10, 'customer_exists', 'IdNo', '…5678'],
    [12, 'twice_in_file', 'CustomerRef', '11'],
    [13, 'twice_in_file', 'IdNo', '11'],
    [14, 'not_allowed', 'Postcode', '504'],
  ])
  let text = ''
  for await (const part of createFailedRowsCsv(bench.database.pool, result.job)) text += part
  const csv = text.split('\r\n')
  expect(csv[0]).toBe(`\ufeff${header},ImportRow,ImportReason`)
  expect(csv[3]).toBe("B2,'=cmd|x,,03-99,,,,,,,,3,ContactNo is not one of the values allowed: 03-99")
  expect(csv).toHaveLength(15)
})

test('customer import: failed rows that look like formulas survive export and re-import unchanged', async () => {
  // The text is mapped to the street, because that field accepts any text.
  const streets = ['=1+1', '-5 Jalan Ampang', "'=1+1", "''@home", '+60 3', '-5', '＝x', 'No. 1', "O'Brien", "'quoted'"]
  const rows = streets.map((street, index) => `F${index},Ali,,03-99,,,,,,"${escapeSpreadsheetFormula(street)}",50450`)
  const { job } = await bench.run('customers', file(...rows), mapping)
  let text = ''
  for await (const part of createFailedRowsCsv(bench.database.pool, job)) text += part
  expect(text).toContain("'=1+1")
  expect(text).toContain(',-5,')

  const corrected = await bench.run('customers', text.replaceAll('03-99', ''), mapping)

  expect(corrected).toMatchObject({ Read: streets.length, Created: streets.length })
  const addresses = await bench.sql<{ line1: string }>(
    `select line1 from customer_address join customer using (customer_id) where external_ref like 'F%' order by external_ref`,
  )
  expect(addresses.map(({ line1 }) => line1)).toEqual(streets)
})

test('customer import: a membership number in the file is kept, and generated numbers continue after it', async () => {
  await bench.run('customers', 'Ref,Name,No\nD1,Ali,JC-00005000-8\nD2,Abu,\n', {
    columns: { Ref: 'CustomerRef', Name: 'FullName', No: 'MembershipNo' },
    constants: { OutletCode: 'KL1' },
  })

  const [first] = await bench.sql<{ membership_no: string }>(
    `select membership_no from membership join customer using (customer_id) where external_ref = 'D1'`,
  )
  expect(first).toEqual({ membership_no: 'JC000050008' })
  const [next] = await bench.sql<{ no: string }>('select next_membership_no() as no')
  expect(next!.no).toMatch(/^JC0000500[12]/)
})

test('customer import: common spellings of phone and e-mail are accepted, and N/A counts as empty', async () => {
  const result = await bench.run(
    'customers',
    file(
      'P1,Ali,,012-345 6781 (wife),mei@münchen.de,,,,,,',
      'P2,Ali,N/A,tel:+60123456782,n/a,,,,,,',
      'P3,Ali,,\u202a012–345\u00a06783\u202c,-,N/A,,,,,',
      'P4,Ali,,０１２３４５６７８４ / 03-7654 3210,ＭＥＩ＠ｂ．ｃｏ,,,,,,',
      'P5,Ali,,N/A,mei.@b.co,,,,,,',
    ),
    mapping,
  )
  expect(result).toMatchObject({ Read: 5, Created: 4, Failed: 1 })
  expect(result.Examples.map(({ FirstRow, Field, Value }) => [FirstRow, Field, Value])).toEqual([
    [5, 'Email', 'mei.@b.co'],
  ])
  const rows = await bench.sql(
    `select id_no, contact_no, alternate_contact_no as second, email from customer where external_ref like 'P%' order by external_ref`,
  )
  expect(rows).toEqual([
    { id_no: null, contact_no: '+60123456781', second: null, email: 'mei@münchen.de' },
    { id_no: null, contact_no: '+60123456782', second: null, email: null },
    { id_no: null, contact_no: '+60123456783', second: null, email: null },
    { id_no: null, contact_no: '+60123456784', second: '+60376543210', email: 'mei@b.co' },
  ])
})

test('customer import: a row with an undecodable character fails, and the text of the other rows is stored in normal form', async () => {
  const result = await bench.run(
    'customers',
    file('Q1,REN\ufffdE,,,,,,,,,', 'Q2,Ｊürgen\u00a0\u00a0Weiß\u200b,,,,,,,,,'),
    mapping,
  )
  expect(result).toMatchObject({ Read: 2, Created: 1, Failed: 1 })
  expect(result.Examples.map(({ FirstRow, Reason }) => [FirstRow, Reason])).toEqual([[1, 'unreadable']])
  const rows = await bench.sql(`select full_name from customer where external_ref like 'Q%'`)
  expect(rows).toEqual([{ full_name: 'JÜRGEN WEISS' }])
})

test('customer import: a number that a spreadsheet shortened fails its row; the reason has the cell’s text', async () => {
  const result = await bench.run(
    'customers',
    file(
      'E1,Ali,9.00101E11,,,,,,,,',
      'E2,Ali,"9,00101E+11",,,,,,,,',
      '1.785E+4,Ali,,,,,,,,,',
      // Codes with an E among their digits are valid.
      'E3,Ali,12E456,,,,,,,,',
    ),
    mapping,
  )
  expect(result).toMatchObject({ Read: 4, Created: 1, Failed: 3 })
  expect(result.Examples.map(({ FirstRow, Reason, Field, Value }) => [FirstRow, Reason, Field, Value])).toEqual([
    [1, 'not_exact', 'IdNo', '9.00101E11'],
    [2, 'not_exact', 'IdNo', '9,00101E+11'],
    [3, 'not_exact', 'CustomerRef', '1.785E+4'],
  ])
  expect(await bench.sql(`select id_no from customer where external_ref ~ '^E[0-9]|^1[.]'`)).toEqual([
    { id_no: '12E456' },
  ])
})
