import { expect, test } from 'vitest'
import { useImportBench } from '#tests/factories/imports.ts'

// Tests files of other programs, and the parts of a mapping that read them.

const bench = useImportBench()

test('file of another program: name columns are joined, words such as “subscribed” are read, and a last cell can be missing', async () => {
  const result = await bench.run(
    'customers',
    [
      'Reference ID,First Name,Last Name,Phone Number,Birthday,Email Address,Email Subscription Status,Sex,Memo',
      'S-1,Mei,Ling,012-345 6789,31/12/1990,mei@mail.example,subscribed,F,',
      'S-2, Ali ,,012-345 6780,1991-02-28,ali@mail.example,Unsubscribed,m',
      'S-3,Abu,Bakar,012-345 6781,,abu@mail.example,TRUE,F,',
      ',,,,,,,,',
      'S-4,Ani,Tan,012-345 6782,,ani@mail.example,cleaned,F,',
    ].join('\n'),
    {
      columns: {
        ...{ 'Reference ID': 'CustomerRef', 'Phone Number': 'ContactNo', Birthday: 'DateOfBirth' },
        ...{ 'Email Address': 'Email', 'Email Subscription Status': 'EmailConsentYN', Sex: 'Gender', Memo: 'Remarks' },
      },
      join: { FullName: { columns: ['First Name', 'Last Name'] } },
      values: { Gender: { F: 'Female', M: 'Male' } },
      constants: { OutletCode: 'KL1', ServiceConsentYN: 'Y', SMSConsentYN: 'N' },
      dates: { format: 'DD/MM/YYYY', others: ['YYYY-MM-DD'] },
    },
  )
  expect(result).toMatchObject({
    ...{ Read: 4, Created: 3, Failed: 1, Figures: { ShortRows: 1 } },
    Examples: [{ FirstRow: 5, Reason: 'not_allowed', Field: 'EmailConsentYN', Value: 'cleaned' }],
  })
  expect(
    await bench.sql(
      `select full_name, date_of_birth::text as born, gender, (select granted_yn from customer_consent x where x.customer_id = customer.customer_id and channel = 'Email') as consent from customer where external_ref like 'S-%' order by external_ref`,
    ),
  ).toEqual([
    { full_name: 'MEI LING', born: '1990-12-31', gender: 'Female', consent: 'Y' },
    { full_name: 'ALI', born: '1991-02-28', gender: 'Male', consent: 'N' },
    { full_name: 'ABU BAKAR', born: null, gender: 'Female', consent: 'Y' },
  ])
})

test('file of another program: separate date and time columns, two date formats and times with a zone are read', async () => {
  const times = [
    '01/31/2026,2:30 PM',
    '2026-02-01,08:05',
    '2026-02-02T14:30:00Z,',
    '2026-02-03 23:30:00 -0800,',
    '31/12/2026,10:00',
  ]
  const result = await bench.run(
    'sales',
    `No,Day,Time,Pieces,Price\n${times.map((time, index) => `T-${index},${time},1,"RM 1,250.00"`).join('\n')}\n`,
    {
      columns: { No: 'InvoiceNo', Pieces: 'Quantity', Price: 'UnitPrice' },
      join: { PerformedAt: { columns: ['Day', 'Time'] } },
      constants: { OutletCode: 'KL1', Brand: 'Carat' },
      ensureRules: { Brands: ['Carat'] },
      dates: { format: 'MM/DD/YYYY HH:mm', others: ['YYYY-MM-DD HH:mm'] },
      decimals: '.',
    },
  )
  expect(result).toMatchObject({ Created: 4, Failed: 1, Examples: [{ FirstRow: 5, Reason: 'not_a_date' }] })
  expect(
    await bench.sql(
      `select to_char(performed_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as at, net_amount::text as net from transaction_summary where invoice_no like 'T-%' order by invoice_no`,
    ),
  ).toEqual(
    ['2026-01-31 06:30', '2026-02-01 00:05', '2026-02-02 14:30', '2026-02-04 07:30'].map((at) => ({
      at,
      net: '1250.00',
    })),
  )
})

test('mapping: a field cannot have both a column and joined columns, and a joined column must exist', async () => {
  const run = (join: object) =>
    bench.run('postcodes', 'Code,Town,State\n50450,KL,KL\n', {
      columns: { Code: 'Postcode', Town: 'City', State: 'State' },
      join: join as never,
    })
  await expect(run({ City: { columns: ['Town', 'State'] } })).rejects.toMatchObject({ code: 'imports.mapping' })
  await expect(
    bench.run('postcodes', 'Code,Town\n50450,KL\n', {
      columns: { Code: 'Postcode' },
      join: { City: { columns: ['None'] } },
    }),
  ).rejects.toMatchObject({ code: expect.stringMatching('imports.') })
})
