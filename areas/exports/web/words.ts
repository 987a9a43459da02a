import { factsOf } from '#kit/web/form/schema.ts'
import { formatDate, formatPoints } from '#kit/web/format.ts'
import { type T, useT } from '#kit/web/i18n.ts'
import type { useLabels } from '#kit/web/labels.ts'
import type { ListExportInfo } from '#kit/web/table/export-info.ts'
import { listFacts, schemaAt } from '#kit/web/table/list.ts'
import type { ExportColumn } from '../contract.ts'

type Labels = ReturnType<typeof useLabels>

/** '1 row', '4,200 rows'. */
export const rowsText = (t: T, count: number) => t('exports:rows', { count, formatted: formatPoints(count) })

/** How rows are counted in the reader's language. */
export function useRows() {
  const t = useT()
  return (count: number) => rowsText(t, count)
}

/** The columns on the screen, each with the words that it shows for the values of an enumeration. */
export function columnsOf({ columns, list }: ListExportInfo, labels: Labels): Promise<ExportColumn[]> {
  const { row } = listFacts(list)
  const each = columns.map(async ({ field, label, kind, words }) => {
    const schema = schemaAt(row, field)
    const options = schema ? (factsOf(schema).options ?? []) : []
    const name = field.split('.').at(-1) ?? field
    const inWords = (kind === 'status' || kind === 'yes-no' || kind === 'value') && options.length > 0
    return {
      Field: field,
      Label: label,
      // A name stands in a file as it is written in the books.
      Kind: kind === 'person' ? ('text' as const) : kind,
      ...(inWords && { Words: Object.fromEntries(options.map((value) => [value, labels.value(name, value)])) }),
      ...(words && { Words: await words() }),
    }
  })
  return Promise.all(each)
}

/** What the list adds up, in the words of the screen. */
export const totalsOf = ({ totals = [] }: ListExportInfo): ExportColumn[] =>
  totals.map(({ field, label, kind }) => ({ Field: field, Label: label, Kind: kind === 'person' ? 'text' : kind }))

const isDate = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)

/** The search as the screen words it, for the file's own description. */
export function filtersOf({ input }: ListExportInfo, labels: Labels) {
  const { Search = {}, SortOption: _sort, SortDirection: _direction, ...beside } = input
  return Object.entries({ ...beside, ...(Search as object) })
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value) && value !== '' && value !== 'All')
    .map(([Field, value]) => ({
      Field,
      Label: labels.field(Field),
      Text: isDate(value) ? formatDate(value) : labels.value(Field, String(value)),
    }))
}
