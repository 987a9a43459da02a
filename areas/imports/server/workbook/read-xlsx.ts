import { type SaxesAttributePlain, SaxesParser } from 'saxes'
import { openZipArchive, type UnpackingLimits, UnreadableArchiveError, type ZipArchive } from './zip.ts'

// The rows of a sheet are read as text, as a stream. Links are not followed; formulas yield their stored results.

/** The maximum size of the shared strings of a workbook in bytes. */
const TEXTS_BYTES_MAX = 128 * 1024 ** 2
const CELL_LENGTH_MAX = 32_768

type Attributes = Record<string, string>

export type WorkbookSheet = { name: string; hidden: boolean }

type RowOptions = {
  columnsMax: number
  /** The name of the sheet to read. Default: the first visible sheet. */
  sheet?: string | null
  /** True to skip the hidden rows of the sheet. Default: hidden rows are read. */
  skipHidden?: boolean
  onHiddenRow?: () => void
}

/** The error if the workbook has no sheet with the requested name. */
export class SheetNotFoundError extends Error {}

/** Returns the sheets of a workbook in order, and the name of the sheet that is read by default. */
export async function listWorkbookSheets(
  path: string,
  unpacking: UnpackingLimits,
): Promise<{ sheets: WorkbookSheet[]; first: string }> {
  const archive = await openWorkbook(path, unpacking)
  try {
    const { sheets } = await sheetsOf(archive)
    return { sheets: sheets.map(({ name, hidden }) => ({ name, hidden })), first: chooseSheet(sheets).name }
  } finally {
    await archive.close()
  }
}

/** Yields the rows of one sheet, each with its cells from the first column on. Rows without text are omitted. */
export async function* readWorkbookRows(
  path: string,
  unpacking: UnpackingLimits,
  options: RowOptions,
): AsyncGenerator<string[]> {
  const archive = await openWorkbook(path, unpacking)
  try {
    const { sheets, from1904 } = await sheetsOf(archive)
    const { part } = chooseSheet(sheets, options.sheet)
    if (part === undefined || !archive.has(part)) throw new UnreadableArchiveError('it has no sheet')
    const isDate = await dateStyles(archive)
    const texts = await sharedTexts(archive)
    yield* rowsOf(archive.read(part), { ...options, isDate, texts, from1904 })
  } finally {
    await archive.close()
  }
}

async function openWorkbook(path: string, unpacking: UnpackingLimits): Promise<ZipArchive> {
  const archive = await openZipArchive(path, unpacking)
  if (archive.has('xl/workbook.xml')) return archive
  const reason = archive.has('xl/workbook.bin')
    ? 'it is a binary workbook (.xlsb)'
    : archive.has('content.xml')
      ? 'it is an OpenDocument spreadsheet'
      : 'it is no workbook'
  await archive.close()
  throw new UnreadableArchiveError(reason)
}

type Handlers = {
  open?: (name: string, attributes: Attributes) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/** Parses XML chunk by chunk. Handlers get names without prefix, because some programs write namespace prefixes. */
async function* parsed(chunks: AsyncIterable<string>, { open, text, close }: Handlers): AsyncGenerator<void> {
  const parser = new SaxesParser()
  const local = (name: string) => name.slice(name.indexOf(':') + 1)
  parser.on('error', (error) => {
    throw new UnreadableArchiveError(`a part of it cannot be read (${error.message.slice(0, 80)})`)
  })
  parser.on('doctype', () => {
    throw new UnreadableArchiveError('it declares what no workbook declares')
  })
  parser.on('opentag', ({ name, attributes }) =>
    open?.(local(name), attributes as Record<string, SaxesAttributePlain['value']>),
  )
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  parser.on('closetag', ({ name }) => close?.(local(name)))
  for await (const chunk of chunks) {
    parser.write(chunk)
    yield
  }
  parser.close()
}

async function readThrough(chunks: AsyncIterable<string>, handlers: Handlers): Promise<void> {
  for await (const _ of parsed(chunks, handlers));
}

type SheetPart = WorkbookSheet & { part: string | undefined }

async function sheetsOf(archive: ZipArchive): Promise<{ sheets: SheetPart[]; from1904: boolean }> {
  const listed: (WorkbookSheet & { id: string | undefined })[] = []
  let from1904 = false
  await readThrough(archive.read('xl/workbook.xml'), {
    open(name, attributes) {
      if (name === 'sheet')
        listed.push({
          name: attributes.name ?? '',
          hidden: attributes.state === 'hidden' || attributes.state === 'veryHidden',
          id: Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1],
        })
      if (name === 'workbookPr') from1904 = isTrue(attributes.date1904)
    },
  })
  const parts = new Map<string, string>()
  await readThrough(archive.read('xl/_rels/workbook.xml.rels'), {
    open(name, { Id = '', Target = '', TargetMode }) {
      if (name === 'Relationship' && TargetMode !== 'External')
        parts.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
    },
  })
  return { sheets: listed.map(({ id = '', ...sheet }) => ({ ...sheet, part: parts.get(id) })), from1904 }
}

function chooseSheet(sheets: readonly SheetPart[], name?: string | null): SheetPart {
  const chosenSheet = name
    ? sheets.find((sheet) => sheet.name === name)
    : (sheets.find(({ hidden }) => !hidden) ?? sheets[0])
  if (chosenSheet) return chosenSheet
  if (name) throw new SheetNotFoundError(name)
  throw new UnreadableArchiveError('it has no sheet')
}

const isTrue = (value: string | undefined) => value === '1' || value === 'true'

/** Returns the cell styles that show a number as a date. */
async function dateStyles(archive: ZipArchive): Promise<(style: number) => boolean> {
  const formats = new Map<number, boolean>()
  const styles: boolean[] = []
  let inCells = false
  if (archive.has('xl/styles.xml'))
    await readThrough(archive.read('xl/styles.xml'), {
      open(name, { numFmtId, formatCode = '' }) {
        if (name === 'numFmt') formats.set(Number(numFmtId), showsDate(formatCode))
        if (name === 'cellXfs') inCells = true
        if (name === 'xf' && inCells) styles.push(formats.get(Number(numFmtId)) ?? isDateFormat(Number(numFmtId)))
      },
      close(name) {
        if (name === 'cellXfs') inCells = false
      },
    })
  return (style) => styles[style] ?? false
}

/** The built-in number formats that show dates. */
const isDateFormat = (id: number) =>
  [
    [14, 22],
    [27, 36],
    [45, 47],
    [50, 58],
  ].some(([first, last]) => id >= first! && id <= last!)

/** True if a number format contains days, months, years or hours, outside of quoted words, colours and escapes. */
const showsDate = (format: string) => /[dmyhs]/i.test(format.replace(/"[^"]*"|\\.|_.|\[[^\]]*\]/g, ''))

/** Returns shared strings by index from one buffer, because a million separate strings would take ten times the memory. */
async function sharedTexts(archive: ZipArchive): Promise<(index: number) => string> {
  let bytes = Buffer.alloc(64 * 1024)
  let ends = new Uint32Array(4096)
  let count = 0
  let length = 0
  let text = ''
  let skipped = 0
  let inText = false
  const add = () => {
    const needed = length + Buffer.byteLength(text)
    if (needed > TEXTS_BYTES_MAX) throw new UnreadableArchiveError('it holds too much text')
    if (needed > bytes.length) bytes = Buffer.concat([bytes], Math.max(needed, bytes.length * 2))
    if (count === ends.length) {
      const longer = new Uint32Array(ends.length * 2)
      longer.set(ends)
      ends = longer
    }
    length += bytes.write(text, length)
    ends[count++] = length
  }
  if (archive.has('xl/sharedStrings.xml'))
    await readThrough(archive.read('xl/sharedStrings.xml'), {
      open(name) {
        if (name === 'si') text = ''
        // Phonetic guides of a workbook are not part of its text.
        if (name === 'rPh') skipped++
        inText = name === 't' && skipped === 0
      },
      text(part) {
        if (inText && text.length < CELL_LENGTH_MAX) text += part
      },
      close(name) {
        if (name === 'rPh') skipped--
        if (name === 't') inText = false
        if (name === 'si') add()
      },
    })
  return (index) =>
    index >= 0 && index < count ? bytes.toString('utf8', index === 0 ? 0 : ends[index - 1], ends[index]) : ''
}

type Reading = {
  isDate: (style: number) => boolean
  texts: (index: number) => string
  from1904: boolean
} & Pick<RowOptions, 'columnsMax' | 'skipHidden' | 'onHiddenRow'>

async function* rowsOf(chunks: AsyncIterable<string>, reading: Reading): AsyncGenerator<string[]> {
  let rows: string[][] = []
  let row: string[] = []
  let cell: { column: number; type: string; style: number } | undefined
  let value = ''
  let inValue = false
  let isHidden = false
  const steps = parsed(chunks, {
    open(name, { r, t = 'n', s = '', hidden }) {
      if (name === 'row') {
        row = []
        isHidden = isTrue(hidden)
      }
      if (name === 'c') {
        cell = { column: r ? columnOf(r) : row.length, type: t, style: Number(s) }
        if (cell.column >= reading.columnsMax)
          throw new UnreadableArchiveError(`it has more than ${reading.columnsMax} columns`)
        value = ''
      }
      inValue = name === 'v' || (name === 't' && cell?.type === 'inlineStr')
    },
    text(part) {
      if (inValue && value.length < CELL_LENGTH_MAX) value += part
    },
    close(name) {
      if (name === 'v' || name === 't') inValue = false
      if (name === 'c' && cell) {
        while (row.length < cell.column) row.push('')
        row[cell.column] = textOf(value, cell, reading)
        cell = undefined
      }
      if (name !== 'row' || row.every((text) => text === '')) return
      if (isHidden) reading.onHiddenRow?.()
      if (!isHidden || !reading.skipHidden) rows.push(row)
    },
  })
  for await (const _ of steps) {
    yield* rows
    rows = []
  }
  yield* rows
}

/** Returns the zero-based column of a cell reference: 'C12' gives 2. */
function columnOf(reference: string): number {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/.exec(reference.toUpperCase())?.[0] ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64
  if (column === 0) throw new UnreadableArchiveError('a cell of it has no place')
  return column - 1
}

function textOf(value: string, { type, style }: { type: string; style: number }, { isDate, texts, from1904 }: Reading) {
  if (type === 's') return texts(Number(value))
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type !== 'n' || value.trim() === '' || !Number.isFinite(Number(value))) return value
  return isDate(style) ? dayText(Number(value), from1904) : plainNumber(value)
}

/** Returns '12345678901234567' for '1.2345678901234567E+16', and undefined for a number with a fraction. */
function wholeNumber(value: string): string | undefined {
  const parts = /^(-?)(\d+)(?:\.(\d*))?(?:e([+-]?\d{1,2}))?$/i.exec(value)
  if (!parts) return undefined
  const [, sign = '', digits = '', fraction = '', exponent = '0'] = parts
  const shift = Number(exponent)
  if (shift < 0 || /[1-9]/.test(fraction.slice(shift))) return undefined
  if (shift === 0) return sign + digits
  return sign + `${digits}${fraction.slice(0, shift).padEnd(shift, '0')}`.replace(/^0+(?=\d)/, '')
}

const DAY_MS = 86_400_000

/** A spreadsheet serial date as 2027-12-31, with the time if there is one. */
function dayText(serial: number, from1904: boolean): string {
  const moment = new Date(
    (from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)) + Math.round(serial * 86_400) * 1000,
  )
  if (Number.isNaN(moment.getTime())) return String(serial)
  const iso = moment.toISOString()
  return moment.getTime() % DAY_MS === 0 ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ')
}

/**
 * Writes a number without an exponent.
 * A whole number keeps all its digits, since some programs write more digits than a double can hold.
 * Fractions are rounded to 15 digits, because further digits only come from the binary representation.
 */
function plainNumber(value: string): string {
  const whole = wholeNumber(value.trim())
  if (whole !== undefined) return whole
  const typed = Number(Number(value).toPrecision(15))
  const short = String(typed)
  return short.includes('e') ? typed.toFixed(20).replace(/\.?0+$/, '') : short
}
