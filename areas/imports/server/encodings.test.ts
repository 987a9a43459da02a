import { describe, expect, test } from 'vitest'
import { useImportBench } from '#tests/factories/imports.ts'
import { guessFileEncoding, isPlausibleEncoding, sampleEncoding } from './staging/detect-encoding.ts'

const bench = useImportBench()

const header = Buffer.from('CustomerRef,FullName\n')
const columns = { CustomerRef: 'CustomerRef', FullName: 'FullName' }
const constants = { OutletCode: 'KL1' }

// Names in the bytes that programs of their country write.
const chinese = { name: '张伟 王芳', bytes: 'd5c5ceb020cdf5b7bc' }
const taiwanese = { name: '陳大文 林怡君', bytes: 'b3afa46aa4e520aa4ca9c9a767' }
const japanese = { name: '山田花子', bytes: '8e52936389d48e71' }
const western = { name: 'Zoé Müller', bytes: '5a6fe9204dfc6c6c6572' }

const rowOf = (ref: string, bytes: string) =>
  Buffer.concat([Buffer.from(`${ref},`), Buffer.from(bytes, 'hex'), Buffer.from('\n')])
const sampleOf = (...parts: Buffer[]) =>
  sampleEncoding(
    (async function* () {
      yield* parts
    })(),
  )

describe('detection of a file’s encoding', () => {
  test.each([
    ['gb18030', chinese],
    ['big5', taiwanese],
    ['shift_jis', japanese],
    ['windows-1252', western],
  ] as const)(
    'encoding: a file in %s is recognised, and its names are stored unchanged',
    async (encoding, { name, bytes }) => {
      const csv = Buffer.concat([header, rowOf(encoding, bytes)])
      expect(guessFileEncoding(await sampleOf(csv))).toEqual({ encoding, unsure: false })
      await bench.run('customers', csv, { columns, constants, encoding })
      expect(await bench.sql('select full_name from customer where external_ref = $1', encoding)).toEqual([
        { full_name: name.toUpperCase() },
      ])
    },
  )

  test('encoding: a single Latin-1 letter after 64 KiB of ASCII decides the encoding of the whole file', async () => {
    const plain = Buffer.from(Array.from({ length: 9_000 }, (_, n) => `C${n},MEI LING\n`).join(''))
    const sample = await sampleOf(header, plain, rowOf('LAST', western.bytes))
    expect(guessFileEncoding(sample)).toEqual({ encoding: 'windows-1252', unsure: false })
  })

  test('encoding: a file that is plausible in two encodings or in none is reported as unsure', async () => {
    expect(guessFileEncoding(await sampleOf(header, rowOf('A', 'c0ee')))).toMatchObject({ unsure: true })
    expect(guessFileEncoding(await sampleOf(header, rowOf('A', '81ff90ff')))).toEqual({
      encoding: 'utf8',
      unsure: true,
    })
  })

  test('encoding: a Chinese file whose mapping names Windows-1252 is refused and stores nothing', async () => {
    const csv = Buffer.concat([header, rowOf('GARBLED', chinese.bytes)])
    await expect(bench.run('customers', csv, { columns, constants, encoding: 'windows-1252' })).rejects.toMatchObject({
      code: 'imports.encoding',
    })
    expect(await bench.sql(`select from customer where external_ref = 'GARBLED'`)).toEqual([])
  })

  test('encoding: text with a few special characters in ordinary words is plausible as Windows-1252', async () => {
    const csv = Buffer.from('A,½ ct – 18 °C “Étoile”\nB,Crème brûlée 100 €\n', 'utf8').toString('utf8')
    const bytes = Buffer.from(
      [...csv].map((sign) => ({ '–': 0x96, '“': 0x93, '”': 0x94, '€': 0x80 })[sign] ?? sign.codePointAt(0)!),
    )
    expect(isPlausibleEncoding('windows-1252', await sampleOf(bytes))).toBe(true)
  })

  test('encoding: only the row fails whose text ends within a GBK character', async () => {
    const csv = Buffer.concat([header, rowOf('WHOLE', chinese.bytes.repeat(3)), rowOf('CUT', 'd5c5ce')])
    const result = await bench.run('customers', csv, { columns, constants, encoding: 'gb18030' })
    expect(result).toMatchObject({ Created: 1, Failed: 1, Examples: [{ FirstRow: 2, Reason: 'unreadable' }] })
  })

  test('encoding: UTF-16 text as saved by Excel is read', async () => {
    const csv = Buffer.from('\ufeffCustomerRef\tFullName\nU16\tZOÉ 张伟\n', 'utf16le')
    expect(guessFileEncoding(await sampleOf(csv))).toEqual({ encoding: 'utf-16le', unsure: false })
    await bench.run('customers', csv, { columns, constants, encoding: 'utf-16le', delimiter: '\t' })
    expect(await bench.sql(`select full_name from customer where external_ref = 'U16'`)).toEqual([
      { full_name: 'ZOÉ 张伟' },
    ])
  })
})

describe('numbers in imported files', () => {
  /** Imports sales at these prices. Returns the failed rows with their reasons, and the total amount of the others. */
  async function sales(prices: readonly string[], decimals: '.' | ',' | null, pieces = '1') {
    const rows = prices.map((price, index) => `N-${index};2026-01-31;${pieces};${price}`)
    const { Examples, Figures } = await bench.run(
      'sales',
      ['No;Time;Pieces;Price', ...rows].join('\n'),
      {
        columns: { No: 'InvoiceNo', Time: 'PerformedAt', Pieces: 'Quantity', Price: 'UnitPrice' },
        constants: { OutletCode: 'KL1', Brand: 'Carat' },
        ensureRules: { Brands: ['Carat'] },
        delimiter: ';',
        decimals,
      },
      { dryRun: true },
    )
    return {
      failed: Examples.map(({ FirstRow, Reason, Field }) => [prices[FirstRow - 1], Reason, Field]),
      amount: Number(Figures.Amount),
    }
  }

  test('imported numbers: an amount that can be read in two ways fails until the user chooses the decimal separator', async () => {
    const prices = ['1.299', '12.500', '-1.299', '1000']
    expect((await sales(prices, null)).failed).toEqual(
      prices.slice(0, 3).map((price) => [price, 'ambiguous_number', 'UnitPrice']),
    )
    expect((await sales(['5'], null, '1.000')).failed).toEqual([['5', 'ambiguous_number', 'Quantity']])
  })

  test.each(['1.29', '0.125', '1299.125'])(
    'imported numbers: 1.299 is read with a decimal point if its column also contains %s',
    async (price) => {
      expect(await sales(['1.299', price], null)).toEqual({ failed: [], amount: 1.299 + Number(price) })
      expect((await sales(['1,299', price], null)).failed).toHaveLength(1)
    },
  )

  test('imported numbers: amounts with the chosen separator, thousands separators and currency are read, and others fail', async () => {
    const refused = (price: string) => [price, 'not_a_number', 'UnitPrice']
    expect(await sales(['1.299', '1.299,50', '1299,5', '-$12', '1.29', '1,299.50', '1,2,3'], ',')).toEqual({
      failed: ['1.29', '1,299.50', '1,2,3'].map(refused),
      amount: 1299 + 1299.5 + 1299.5 - 12,
    })
    expect(await sales(['1.299', '1,299.50', 'RM 1,299', '-$12', '1.29', '1.299,50', '1,2,3'], '.')).toEqual({
      failed: ['1.299,50', '1,2,3'].map(refused),
      amount: 1.299 + 1299.5 + 1299 - 12 + 1.29,
    })
  })

  test('imported numbers: a Malaysian identity number (NRIC) that lost its leading zeros in a spreadsheet fails', async () => {
    const result = await bench.run(
      'customers',
      'CustomerRef,FullName,IdNo,IdType\nK1,ALI,10203145678,NRIC\nK2,ABU,010203145678,NRIC\nK3,AMY,10203145678,Other\nK4,ANI,203145678,NRIC\n',
      { columns: { ...columns, IdNo: 'IdNo', IdType: 'IdType' }, constants },
      { dryRun: true },
    )
    expect(result.Examples.map(({ FirstRow, Reason, Value }) => [FirstRow, Reason, Value])).toEqual([
      [1, 'not_an_nric', '…5678'],
      [4, 'not_an_nric', '…5678'],
    ])
  })
})
