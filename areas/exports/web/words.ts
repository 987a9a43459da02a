import { fieldProperties } from '#kit/web/form/schema.ts'
import { formatDate } from '#kit/web/format.ts'
import { type TranslateFunction, useT } from '#kit/web/i18n.ts'
import type { useLabels } from '#kit/web/labels.ts'
import { formatTotal } from '#kit/web/list-total.ts'
import type { ListExportInfo } from '#kit/web/table/export-info.ts'
import { listProperties, rowFieldSchema } from '#kit/web/table/list.ts'
import type { ExportColumn } from '../contract.ts'

type Labels = ReturnType<typeof useLabels>

/** Formats a number of rows as text, such as '1 row', '4,200 rows' or 'about 390,000 rows'. */
export const formatRowCount = (t: TranslateFunction, count: number, isEstimate = false) =>
  t('exports:rows', { count, formatted: formatTotal(t, count, isEstimate) })

/** Returns a function that formats a number of rows in the user's language. */
export function useRowCountText() {
  const t = useT()
  return (count: number, isEstimate = false) => formatRowCount(t, count, isEstimate)
}

/** Converts the columns of the screen to export columns, with the display texts of enumeration values. */
export function toExportColumns({ columns, list }: ListExportInfo, labels: Labels): Promise<ExportColumn[]> {
  const { row } = listProperties(list)
  const exportColumns = columns.map(async ({ field, label, kind, words }) => {
    const schema = rowFieldSchema(row, field)
    const options = schema ? (fieldProperties(schema).options ?? []) : []
    const name = field.split('.').at(-1) ?? field
    const hasWords = (kind === 'status' || kind === 'yes-no' || kind === 'value') && options.length > 0
    return {
      Field: field,
      Label: label,
      // Export files contain names as stored, although the screen shortens them.
      Kind: kind === 'person' ? ('text' as const) : kind,
      ...(hasWords && { Words: Object.fromEntries(options.map((value) => [value, labels.value(name, value)])) }),
      ...(words && { Words: await words() }),
    }
  })
  return Promise.all(exportColumns)
}

/** Returns the totals of the list with the labels of the screen. */
export const listExportTotals = ({ totals = [] }: ListExportInfo): ExportColumn[] =>
  totals.map(({ field, label, kind }) => ({ Field: field, Label: label, Kind: kind === 'person' ? 'text' : kind }))

const isDate = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)

/** Returns the search filters with the labels of the screen, for the description in the file. */
export function describeExportFilters({ input }: ListExportInfo, labels: Labels) {
  const { Search = {}, SortOption: _sort, SortDirection: _direction, ...otherInput } = input
  return Object.entries({ ...otherInput, ...(Search as object) })
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value) && value !== '' && value !== 'All')
    .map(([Field, value]) => ({
      Field,
      Label: labels.field(Field),
      Text: isDate(value) ? formatDate(value) : labels.value(Field, String(value)),
    }))
}
