import type { ImportMapping, ImportTarget } from './types.ts'

/** Which column is probably which field: by the same name, by a name of another program, then by one name within the other. */
export function guessColumns(columns: readonly string[], targets: readonly ImportTarget[]): ImportMapping['columns'] {
  const assigned = new Set<string>()
  const guessed: Record<string, string> = {}
  const take = (find: (target: ImportTarget, free: readonly string[]) => string | undefined) => {
    for (const target of targets) {
      if (target.joined || assigned.has(target.field)) continue
      const column = find(
        target,
        columns.filter((name) => guessed[name] === undefined),
      )
      if (column === undefined) continue
      guessed[column] = target.field
      assigned.add(target.field)
    }
  }
  const namesOf = ({ field, label }: ImportTarget) => [plain(field), plain(label)].filter((name) => name !== '')
  take((target, free) => free.find((column) => namesOf(target).includes(plain(column))))
  // Of several known names the first one counts, whatever their order in the file.
  take(({ names = [] }, free) =>
    names.map((name) => free.find((column) => plain(column) === plain(name))).find((column) => column !== undefined),
  )
  // "Customer e-mail address" is the e-mail, but "no" is not every number.
  take((target, free) =>
    free.find((column) =>
      namesOf(target).some(
        (name) =>
          name.length > 3 && plain(column).length > 3 && (plain(column).includes(name) || name.includes(plain(column))),
      ),
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
  const joined = new Set(targets.filter((target) => target.joined).map(({ field }) => field))
  const has = (field: string) => mapped.has(field) || joined.has(field) || Boolean(constants[field]?.trim())
  return targets.filter(({ field, required, or = [] }) => required && ![field, ...or].some(has))
}
