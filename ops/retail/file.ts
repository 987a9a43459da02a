import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { parse } from 'csv-parse'

// An independent reader of a retail sales file. It shares no code with the application whose reports it verifies.
// All amounts are in cents.

export type Line = { item: string; quantity: number; net: number; taken: number; of: Line | null; document: Document }
export type Document = {
  invoice: string
  type: 'N' | 'C'
  at: number
  /** Local time in Kuala Lumpur. */
  day: string
  customer: string | null
  lines: Line[]
  /** The sign is that of the file: negative for cancellations. */
  net: number
}

/** The column names of the file. */
export const COLUMNS = [
  'InvoiceNo',
  'StockCode',
  'Description',
  'Quantity',
  'InvoiceDate',
  'UnitPrice',
  'CustomerID',
  'Country',
] as const
type Row = Record<(typeof COLUMNS)[number], string>

/** Returns the invoices in chronological order, with returned quantities. */
export async function documentsOf(path: string): Promise<Document[]> {
  const file = createReadStream(path)
  const text = path.endsWith('.gz') ? file.pipe(createGunzip()) : file
  const documents = new Map<string, Document>()
  let columnsChecked = false
  for await (const row of text.pipe(parse({ columns: true, bom: true })) as AsyncIterable<Row>) {
    if (!columnsChecked) {
      const missing = COLUMNS.filter((column) => !(column in row))
      if (missing.length > 0) throw new Error(`The file has no column ${missing.join(', ')}`)
      columnsChecked = true
    }
    add(documents, row)
  }
  // Invoices with the same time keep the order of the file.
  const sorted = [...documents.values()].sort((a, b) => a.at - b.at)
  match(sorted)
  return sorted
}

function add(documents: Map<string, Document>, row: Row) {
  const invoice = row.InvoiceNo.trim()
  let document = documents.get(invoice)
  if (!document) {
    const at = londonTime(row.InvoiceDate.trim())
    const customer = row.CustomerID.trim().replace(/\.0+$/, '') || null
    document = {
      invoice,
      type: /^c/i.test(invoice) ? 'C' : 'N',
      at,
      day: malaysianDay(at),
      customer,
      lines: [],
      net: 0,
    }
    documents.set(invoice, document)
  }
  const quantity = Number(row.Quantity)
  const net = cents(quantity, row.UnitPrice.trim())
  document.lines.push({ item: row.StockCode.trim(), quantity, net, taken: 0, of: null, document })
  document.net += net
}

const PLACES = 4
/** Returns quantity times price in cents, rounded half away from zero. */
function cents(quantity: number, price: string) {
  const [whole = '0', part = ''] = price.replace('-', '').split('.')
  if (part.length > PLACES) throw new Error(`A price with more than ${PLACES} places: ${price}`)
  const units = Number(whole + part.padEnd(PLACES, '0')) * Math.abs(quantity)
  const sign = price.startsWith('-') === quantity < 0 ? 1 : -1
  return sign * Math.floor((units + 50) / 100)
}

const HOUR = 3_600_000
/** Converts London local time. Summer time is from the last Sunday of March to that of October, always at 01:00 UTC. */
function londonTime(text: string) {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d)(?::(\d\d))?$/.exec(text) ?? []
  if (!minute) throw new Error(`No date: ${text}`)
  const wall = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second ?? 0))
  const lastSunday = (of: number) => {
    const end = new Date(Date.UTC(Number(year), of + 1, 0, 1))
    return end.getTime() - end.getUTCDay() * 24 * HOUR
  }
  const summer = wall - HOUR >= lastSunday(2) && wall - HOUR < lastSunday(9)
  return summer ? wall - HOUR : wall
}
const malaysianDay = (at: number) => new Date(at + 8 * HOUR).toISOString().slice(0, 10)

/** Matches each cancelled line with the customer's latest earlier line of the item that has enough quantity left. */
function match(documents: readonly Document[]) {
  const earlier = new Map<string, Line[]>()
  for (const { type, customer, lines } of documents) {
    if (customer === null) continue
    for (const line of lines) {
      const key = `${customer} ${line.item}`
      const earlierLines = earlier.get(key) ?? []
      if (type === 'N' && line.quantity > 0) earlier.set(key, [...earlierLines, line])
      if (type === 'C' && line.quantity < 0) {
        const original = earlierLines.findLast(({ quantity, taken }) => quantity - taken >= -line.quantity)
        if (!original) continue
        original.taken -= line.quantity
        line.of = original
      }
    }
  }
}
