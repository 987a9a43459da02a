import { createHash } from 'node:crypto'
import pg from 'pg'
import type { ReportingView } from '../read-views.ts'
import type { FileView } from './catalogue.ts'
import type { TextRow } from './write-parquet.ts'

// Reads views with a cursor, so that the memory does not grow with the number of rows.

const ROWS_PER_FETCH = 2_000
/** Increased if the format of the files changes, so that all files are written again. */
const FORMAT = 1

const monthOf = ({ month }: FileView) => (month ? `to_char(${pg.escapeIdentifier(month)}, 'YYYY-MM')` : 'null::text')

/**
 * Returns a fingerprint of rows and columns for each month; the month of a view in one file is null.
 * The fingerprint adds two 64-bit hashes of each row, so that it depends on every value but needs no sorting.
 */
export async function contentOf(client: pg.Client, fileView: FileView, view: ReportingView) {
  const { rows } = await client.query<{ month: string | null; content: string }>(
    `select ${monthOf(fileView)} as month, concat_ws(':', count(*), sum(hashtextextended(r::text, 0)::numeric), sum(hashtextextended(r::text, 1)::numeric)) as content
     from ${pg.escapeIdentifier(view.name)} r group by 1 order by 1`,
  )
  const shape = createHash('sha256').update(
    JSON.stringify([FORMAT, fileView, view.columns.map(({ name, type }) => [name, type])]),
  )
  const suffix = shape.digest('hex').slice(0, 16)
  const contents = new Map(rows.map(({ month, content }) => [month, `${content}:${suffix}`]))
  // A view in one file has a file even without rows.
  if (!fileView.month && contents.size === 0) contents.set(null, `0:${suffix}`)
  return contents
}

type Month = { month: string | null; rows: AsyncIterable<TextRow> }

/** Yields the rows of the given months, one month after the other. The consumer reads all rows of a month before the next. */
export async function* readRows(
  client: pg.Client,
  fileView: FileView,
  { name, columns }: ReportingView,
  months: readonly (string | null)[],
): AsyncGenerator<Month> {
  if (months.length === 0) return
  const identifiers = (names: readonly string[]) => names.map((one) => pg.escapeIdentifier(one)).join(', ')
  await client.query(
    `declare rows no scroll cursor for select ${monthOf(fileView)}, ${identifiers(columns.map((column) => column.name))}
     from ${pg.escapeIdentifier(name)} ${fileView.month ? `where ${monthOf(fileView)} = any(${pg.escapeLiteral(`{${months.join()}}`)}::text[])` : ''}
     order by ${identifiers(fileView.key)}`,
  )
  const cursor = fetchRows(client)
  let next = await cursor.next()
  async function* rowsOf(month: string | null): AsyncGenerator<TextRow> {
    for (; !next.done && next.value[0] === month; next = await cursor.next()) yield next.value.slice(1)
  }
  if (!fileView.month) yield { month: null, rows: rowsOf(null) }
  else while (!next.done) yield { month: next.value[0]!, rows: rowsOf(next.value[0]!) }
  await client.query('close rows')
}

/** Yields all rows of the open cursor as texts. */
async function* fetchRows(client: pg.Client): AsyncGenerator<TextRow, undefined> {
  for (;;) {
    const { rows } = await client.query<(string | null)[]>({
      text: `fetch ${ROWS_PER_FETCH} from rows`,
      rowMode: 'array',
      types: { getTypeParser: () => (text: string) => text },
    } as pg.QueryArrayConfig)
    if (rows.length === 0) return undefined
    yield* rows
  }
}
