import type { ImportMapping, ImportTarget } from './types.ts'

/** Guesses the mapping: by equal name, then by a name in other programs, then by a name that contains the other. */
export function guessColumnMapping(
  columns: readonly string[],
  targets: readonly ImportTarget[],
): ImportMapping['columns'] {
  const assigned = new Set<string>()
  const guessed: Record<string, string> = {}
  const assignColumns = (find: (target: ImportTarget, free: readonly string[]) => string | undefined) => {
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
  const namesOf = ({ field, label }: ImportTarget) => [normalise(field), normalise(label)].filter((name) => name !== '')
  assignColumns((target, free) => free.find((column) => namesOf(target).includes(normalise(column))))
  // The order of the known names decides about a column, not the order in the file.
  assignColumns(({ names = [] }, free) =>
    names
      .map((name) => free.find((column) => normalise(column) === normalise(name)))
      .find((column) => column !== undefined),
  )
  // "Customer e-mail address" contains "e-mail". Names of up to three letters are too short for such a match.
  assignColumns((target, free) =>
    free.find((column) =>
      namesOf(target).some(
        (name) =>
          name.length > 3 &&
          normalise(column).length > 3 &&
          (normalise(column).includes(name) || name.includes(normalise(column))),
      ),
    ),
  )
  return guessed
}

/** Normalises the spelling of a column name: "Invoice No.", "invoice_no" and "InvoiceNo" are equal. */
const normalise = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\b(number|num|nr)\b/g, 'no')
    .replaceAll(' ', '')

/** Returns the required fields that have neither a column nor a constant in the mapping. */
export function listMissingTargets(targets: readonly ImportTarget[], { columns, constants }: ImportMapping) {
  const mapped = new Set(Object.values(columns))
  const joined = new Set(targets.filter((target) => target.joined).map(({ field }) => field))
  const has = (field: string) => mapped.has(field) || joined.has(field) || Boolean(constants[field]?.trim())
  return targets.filter(({ field, required, or = [] }) => required && ![field, ...or].some(has))
}
