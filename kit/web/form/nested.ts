import type { FieldSchemas, FormFieldValues } from './fields.ts'

// A form field such as `CustomValues.RING_SIZE` is an entry of an object field, and is sent inside that object.

/** Splits a name at its first dot: `Values.company.name` is the entry `company.name` of `Values`. */
function splitName(name: string): { parent: string; entry?: string } {
  const dot = name.indexOf('.')
  return dot < 0 ? { parent: name } : { parent: name.slice(0, dot), entry: name.slice(dot + 1) }
}

/** Returns the record's value of a form field, nested or not. */
export function readFormFieldValue(record: FormFieldValues, name: string): unknown {
  const { parent, entry } = splitName(name)
  if (entry === undefined) return record[name]
  const container = record[parent]
  return typeof container === 'object' && container !== null && Object.hasOwn(container, entry)
    ? (container as FormFieldValues)[entry]
    : undefined
}

/** Adds the nested entries of a record under their form names. */
export const flattenNestedEntries = (record: FormFieldValues, names: readonly string[]): FormFieldValues => ({
  ...record,
  ...Object.fromEntries(
    names.filter((name) => name.includes('.')).map((name) => [name, readFormFieldValue(record, name)]),
  ),
})

/** Moves each nested entry of the form values into its parent object; the inverse of withEntries. */
export function nestFormEntries(values: FormFieldValues): FormFieldValues {
  const result: FormFieldValues = {}
  for (const [name, value] of Object.entries(values)) {
    const { parent, entry } = splitName(name)
    if (entry === undefined) result[parent] = value
    else result[parent] = { ...(result[parent] as FormFieldValues | undefined), [entry]: value }
  }
  return result
}

/** Returns the form field for a path of the input: `CustomValues.STONES.0` → `CustomValues.STONES`. */
export const findFormField = (inputPath: string, names: readonly string[]) =>
  names.find((name) => name.includes('.') && (inputPath === name || inputPath.startsWith(`${name}.`))) ??
  inputPath.split('.')[0] ??
  ''

/** The shape of the endpoint's body, extended by the schemas that form fields declare themselves. */
export const addFieldSchemas = (
  shape: FieldSchemas,
  specs: readonly { name: string; schema?: FieldSchemas[string] }[],
): FieldSchemas => {
  const fieldSchemas = specs.flatMap(({ name, schema }) => (schema ? [[name, schema] as const] : []))
  return fieldSchemas.length > 0 ? { ...shape, ...Object.fromEntries(fieldSchemas) } : shape
}
