import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { type CellValue, writeXlsx } from 'hucre/xlsx'
import { afterAll, describe, expect, test } from 'vitest'
import { readWorkbookRows } from './read-xlsx.ts'
import { isZipArchive } from './zip.ts'

const folder = mkdtempSync(join(tmpdir(), 'carat-workbook-'))
afterAll(() => rmSync(folder, { recursive: true }))

const allowed = { bytesMax: 50 * 1024 ** 2, timesMax: 100 }
let files = 0
const fileOf = (content: Buffer) => {
  const path = join(folder, `${++files}.xlsx`)
  writeFileSync(path, content)
  return path
}
async function rowsOf(content: Buffer, unpacking = allowed) {
  const rows: string[][] = []
  for await (const row of readWorkbookRows(fileOf(content), unpacking, { columnsMax: 50 })) rows.push(row)
  return rows
}

/** A deflated archive of these parts. */
function archive(parts: Record<string, string | Buffer>, { flags = 0, twice = '' } = {}): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of [...Object.entries(parts), ...(twice ? [[twice, parts[twice]!] as const] : [])]) {
    const raw = Buffer.from(text)
    const packed = deflateRawSync(raw)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50)
    head.writeUInt16LE(flags, 6)
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(crc32(raw), 14)
    head.writeUInt32LE(packed.length, 18)
    head.writeUInt32LE(raw.length, 22)
    head.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50)
    entry.writeUInt16LE(flags, 8)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(raw.length, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    bodies.push(head, Buffer.from(name), packed)
    directory.push(entry, Buffer.from(name))
    offset += 30 + name.length + packed.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt32LE(entries.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, entries, end])
}
const book = '<workbook xmlns:r="r"><sheets><sheet name="A" r:id="one"/></sheets></workbook>'
const rels = '<Relationships><Relationship Id="one" Target="worksheets/sheet1.xml"/></Relationships>'
const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
const parts = (rows: string, more: Record<string, string> = {}) => ({
  'xl/workbook.xml': book,
  'xl/_rels/workbook.xml.rels': rels,
  'xl/worksheets/sheet1.xml': sheet(rows),
  ...more,
})

describe('reader of Excel workbooks', () => {
  test('workbook reader: returns the first sheet as text, with dates as dates, numbers as typed and results of formulas', async () => {
    const rows: CellValue[][] = [
      ['VoucherNo', 'Value', 'ExpiryDate', 'Reference'],
      ['GV-1', 100.5, new Date('2027-12-31T00:00:00Z'), 'Print, “12”\nrun'],
      [],
      ['00042', 0.1 + 0.2, new Date('2028-02-29T13:30:00Z')],
      [null, null, '31/12/2027', true],
    ]
    const cells = new Map([
      ['4,0', { formula: '"GV-"&2', formulaResult: 'GV-2' }],
      ['4,1', { formula: '50*2', formulaResult: 100 }],
    ])
    const sheets = [
      { name: 'Vouchers', rows, cells },
      { name: 'Notes', rows: [['not', 'read']] },
    ]
    expect(await rowsOf(Buffer.from(await writeXlsx({ sheets })))).toEqual([
      ['VoucherNo', 'Value', 'ExpiryDate', 'Reference'],
      ['GV-1', '100.5', '2027-12-31', 'Print, “12”\nrun'],
      ['00042', '0.3', '2028-02-29 13:30:00'],
      ['GV-2', '100', '31/12/2027', 'TRUE'],
    ])
  })

  test('workbook reader: reads files of other programs: inline texts, namespace prefixes, gaps and dates counted from 1904', async () => {
    const content = archive(
      parts(
        '<x:row xmlns:x="x"><x:c r="A1" t="inlineStr"><x:is><x:t>No</x:t></x:is></x:c><x:c r="C1" t="str"><x:v>Day</x:v></x:c></x:row>' +
          '<row r="9"><c t="s"><v>1</v></c><c/><c s="1"><v>1</v></c></row>',
        {
          'xl/workbook.xml': book.replace('<sheets>', '<workbookPr date1904="1"/><sheets>'),
          'xl/sharedStrings.xml':
            '<sst><si><t>zero</t></si><si><r><t>GV&amp;</t></r><r><t>é1</t></r><rPh><t>read</t></rPh></si></sst>',
          'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
        },
      ),
    )
    expect(await rowsOf(content)).toEqual([
      ['No', '', 'Day'],
      ['GV&é1', '', '1904-01-02'],
    ])
  })

  test('workbook reader: reads cell references in lower case', async () => {
    const row = '<row><c r="a1" t="str"><v>No</v></c><c r="aa1" t="str"><v>Day</v></c></row>'
    expect((await rowsOf(archive(parts(row))))[0]).toHaveLength(27)
  })

  test('workbook reader: keeps every digit of a whole number and 15 digits of a fraction', async () => {
    const numbers = [
      ['1234567890123456', '1234567890123456'],
      ['12345678901234567', '12345678901234567'],
      ['-90071992547409931234', '-90071992547409931234'],
      ['1.2345678901234567E+16', '12345678901234567'],
      ['9.00101145678E11', '900101145678'],
      ['1e3', '1000'],
      ['0.00E+00', '0'],
      ['100.0', '100'],
      ['12.5E1', '125'],
      ['1.2345E2', '123.45'],
      ['0.30000000000000004', '0.3'],
      ['1E-3', '0.001'],
    ] as const
    const cells = numbers.map(([value]) => `<c><v>${value}</v></c>`).join('')
    expect(await rowsOf(archive(parts(`<row>${cells}</row>`)))).toEqual([numbers.map(([, text]) => text)])
  })

  test.each([
    [
      'that unpacks to more than allowed',
      parts(`<row>${'<c><v>1</v></c>'.repeat(40)}</row>`.repeat(9000)),
      'it is too large',
      { bytesMax: 1024 ** 2, timesMax: 1000 },
    ],
    [
      'that is packed too tightly',
      parts(`<row><c t="str"><v>${' '.repeat(30 * 1024 ** 2)}</v></c></row>`),
      'it is packed too tightly',
      { bytesMax: 1024 ** 3, timesMax: 100 },
    ],
    [
      'without a sheet',
      { 'xl/workbook.xml': '<workbook/>', 'xl/_rels/workbook.xml.rels': rels },
      'it has no sheet',
      allowed,
    ],
    ['that is a document', { 'word/document.xml': '<w/>' }, 'it is no workbook', allowed],
    [
      'that defines entities',
      parts('', { 'xl/worksheets/sheet1.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' }),
      'it declares what no workbook declares',
      allowed,
    ],
    ['that is no XML', parts('<row'), 'a part of it cannot be read', allowed],
    ['with a thousand columns', parts('<row><c r="ALL1"><v>1</v></c></row>'), 'it has more than 50 columns', allowed],
    [
      'whose sheet lies elsewhere',
      parts('', {
        'xl/_rels/workbook.xml.rels':
          '<R><Relationship Id="one" Target="http://elsewhere/s.xml" TargetMode="External"/></R>',
      }),
      'it has no sheet',
      allowed,
    ],
  ] as const)('workbook reader: refuses a workbook %s', async (_, parts, message, unpacking) => {
    await expect(rowsOf(archive(parts), unpacking)).rejects.toThrow(message)
  })

  test.each([
    ['with a password', archive(parts(''), { flags: 1 }), 'it is protected by a password'],
    ['with a part twice', archive(parts(''), { twice: 'xl/workbook.xml' }), 'it holds a part twice'],
    ['that is cut off', archive(parts('')).subarray(0, -30), 'its end is missing'],
    ['of one page of zeros', Buffer.alloc(4096), 'its end is missing'],
  ])('workbook reader: refuses an archive %s', async (_, content, message) => {
    await expect(rowsOf(content)).rejects.toThrow(message)
  })

  test('workbook reader: a ZIP archive, the format of a workbook, is recognised by its first bytes', async () => {
    expect(await isZipArchive(fileOf(archive(parts(''))))).toBe(true)
    expect(await isZipArchive(fileOf(Buffer.from('VoucherNo,Value')))).toBe(false)
    expect(await isZipArchive(fileOf(Buffer.alloc(0)))).toBe(false)
    expect(readFileSync(join(folder, '1.xlsx')).length).toBeGreaterThan(0)
  })
})
