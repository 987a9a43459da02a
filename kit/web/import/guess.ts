import { formatDecimal } from '../format.ts'
import type { ImportMapping, ImportTarget } from './types.ts'

/** Which column is probably which field: by the same name, then by one name within the other. */
export function guessColumns(columns: readonly string[], targets: readonly ImportTarget[]): ImportMapping['columns'] {
  const taken = new Set<string>()
  const guessed: Record<string, string> = {}
  const take = (fits: (column: string, target: ImportTarget) => boolean) => {
    for (const target of targets) {
      if (taken.has(target.field)) continue
      const column = columns.find((name) => guessed[name] === undefined && fits(name, target))
      if (column === undefined) continue
      guessed[column] = target.field
      taken.add(target.field)
    }
  }
  const names = ({ field, label }: ImportTarget) => [plain(field), plain(label)].filter((name) => name !== '')
  take((column, target) => names(target).includes(plain(column)))
  // "Customer e-mail address" is the e-mail, but "no" is not every number.
  take((column, target) =>
    names(target).some(
      (name) =>
        name.length > 3 && plain(column).length > 3 && (plain(column).includes(name) || name.includes(plain(column))),
    ),
  )
  return guessed
}

/** Spelling aside: "Invoice No.", "invoice_no" and "InvoiceNo" are one name. */
const plain = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\b(number|num|nr)\b/g, 'no')
    .replaceAll(' ', '')

/** Fields that must have a column or a constant and have neither yet. */
export function missingTargets(targets: readonly ImportTarget[], { columns, constants }: ImportMapping) {
  const mapped = new Set(Object.values(columns))
  const has = (field: string) => mapped.has(field) || Boolean(constants[field]?.trim())
  return targets.filter(({ field, required, or = [] }) => required && ![field, ...or].some(has))
}

/** Sizes as people say them. */
export function sizeText(bytes: number) {
  if (bytes < 1024) return `${bytes} B`
  return bytes < 1024 * 1024
    ? `${Math.ceil(bytes / 1024)} kB`
    : `${formatDecimal((bytes / 1024 / 1024).toFixed(1).replace(/\.0$/, ''))} MB`
}
