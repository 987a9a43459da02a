import { Refusal } from '#kit/contract/refusal.ts'
import { Delimiter, FileFormat } from '../contract/mapping.ts'
import { type ImportKind, importRefusals, type UploadedImport } from '../contract.ts'
import { guessFileEncoding, isPlausibleEncoding, sampleEncoding } from './staging/detect-encoding.ts'
import { isBlankRow, openUnpackedFile, readColumnsAndFirstRows, readFileRows } from './staging/file.ts'
import { createDecoder } from './staging/normal-text.ts'
import { describeWorkbook } from './staging/workbook.ts'
import { createUnreadableWorkbookError, isZipArchive, type UnpackingLimits } from './workbook/zip.ts'

const HEAD_BYTES = 64 * 1024
/** The number of leading rows in which the header row is searched. */
const HEAD_ROWS = 20

type Description = Omit<UploadedImport, 'ImportId'>

/**
 * Returns the format, the columns and the first rows of a file, in the `chosen` or the detected format.
 * Files without a table are refused.
 */
export async function describeImportFile(
  path: string,
  kind: ImportKind,
  unpacking: UnpackingLimits,
  chosen?: FileFormat,
): Promise<Description> {
  const unreadable = await createUnreadableWorkbookError(path)
  if (unreadable === 'encrypted')
    throw importRefusals.notCsv({ reason: 'the workbook is protected by a password. Save it without one' })
  if (unreadable === 'old')
    throw importRefusals.notCsv({ reason: 'it is a workbook of Excel 97-2003 (.xls). Save it as .xlsx or CSV' })
  const isWorkbook = await isZipArchive(path)
  const Workbook = isWorkbook ? await describeWorkbook(path, unpacking, chosen?.sheet ?? null) : null
  const detected = isWorkbook ? { format: FileFormat.parse({}), unsure: false } : await detectText(path, unpacking)
  const format = chosen ?? { ...detected.format, headerRow: await detectHeaderRow(path, detected.format, unpacking) }
  const { columns, sample } = withoutCodes(kind, await readColumnsAndFirstRows(path, format, unpacking))
  return {
    Columns: columns,
    Sample: sample,
    Encoding: format.encoding,
    Delimiter: format.delimiter,
    HeaderRow: format.headerRow,
    // The encoding is not reported as ambiguous if the user has chosen it.
    EncodingUnsure: chosen === undefined && detected.unsure,
    Workbook,
  }
}

/** Refuses a text file that is implausible in the encoding of its mapping, so that no wrong characters are stored. */
export async function requirePlausibleEncoding(
  path: string,
  { encoding }: FileFormat,
  unpacking?: UnpackingLimits,
): Promise<void> {
  if (encoding === 'utf8' || (await isZipArchive(path))) return
  const sample = await sampleEncoding(await openUnpackedFile(path, unpacking))
  if (!isPlausibleEncoding(encoding, sample)) throw importRefusals.encoding({ encoding })
}

/** Masks security codes, because the first rows of a file are stored and shown for the mapping. */
function withoutCodes(kind: ImportKind, head: { columns: string[]; sample: string[][] }) {
  if (kind !== 'vouchers') return head
  const isSecret = head.columns.map((name) => /secur|code|secret|pin/i.test(name))
  return { ...head, sample: head.sample.map((row) => row.map((cell, index) => (isSecret[index] ? '•••' : cell))) }
}

async function detectText(path: string, unpacking: UnpackingLimits): Promise<{ format: FileFormat; unsure: boolean }> {
  const chunks: Buffer[] = []
  let size = 0
  const sample = await readOrRefuse(async () => {
    const bytes = await openUnpackedFile(path, unpacking)
    const heads = async function* () {
      for await (const chunk of bytes as AsyncIterable<Buffer>) {
        if (size < HEAD_BYTES) chunks.push(chunk)
        size += chunk.length
        yield chunk
      }
    }
    return sampleEncoding(heads())
  })
  if (size === 0) throw importRefusals.notCsv({ reason: 'the file is empty' })
  const { encoding, unsure } = guessFileEncoding(sample)
  const head = Buffer.concat(chunks).subarray(0, HEAD_BYTES)
  if (encoding !== 'utf-16le' && head.includes(0)) throw importRefusals.notCsv({ reason: 'it is no text' })
  const delimiter = delimiterOf(createDecoder(encoding).decode(head))
  return { format: FileFormat.parse({ encoding, delimiter }), unsure }
}

async function readOrRefuse<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw importRefusals.notCsv({ reason: (error as Error).message.slice(0, 200) })
  }
}

/** Returns the delimiter that occurs equally often in most of the first lines. */
function delimiterOf(head: string) {
  const lines = head
    .replace(/"[^"]*"/g, '')
    .split(/\r?\n/, HEAD_ROWS)
    .filter((line) => line.trim() !== '')
  const scored = Delimiter.options.map((sign) => {
    const counts = lines.map((line) => line.split(sign).length - 1).filter((count) => count > 0)
    const consistency = Math.max(0, ...counts.map((count) => counts.filter((value) => value === count).length))
    return { sign, consistency, total: counts.reduce((sum, count) => sum + count, 0) }
  })
  return scored.sort((a, b) => b.consistency - a.consistency || b.total - a.total)[0]!.sign
}

/** Returns the first row that fills more than half of the widest row's cells, because rows with titles fill fewer. */
async function detectHeaderRow(path: string, format: FileFormat, unpacking: UnpackingLimits): Promise<number> {
  const filled: number[] = []
  await readOrRefuse(async () => {
    for await (const row of readFileRows(path, format, { unpacking })) {
      if (isBlankRow(row)) continue
      filled.push(row.filter((cell) => cell.trim() !== '').length)
      if (filled.length === HEAD_ROWS) break
    }
  })
  const widest = Math.max(0, ...filled)
  return (
    Math.max(
      0,
      filled.findIndex((cells) => cells > widest / 2),
    ) + 1
  )
}
