import { useMemo } from 'react'
import { useCustomFields } from '#areas/custom-fields/web/index.ts'
import { customerFields } from '#areas/customers/contract/customer-fields.ts'
import { useLabels } from '#kit/web/labels.ts'
import { knownNames } from '../contract/known-headers.ts'
import { type TargetField, targetFields } from '../contract/mapping.ts'
import type { ImportKind } from '../contract.ts'
import { defaultsOf, joinOf, type Options } from './options.ts'
import type { ImportTarget } from './workbench/types.ts'

/** The fields that a file of this kind may bring, with the names that people know. */
export function useTargets(kind: ImportKind, options: Options): ImportTarget[] {
  const labels = useLabels('imports')
  const ofCustomers = useLabels('customers')
  const own = useCustomFields('Customer')
  return useMemo(() => {
    const defaults = defaultsOf(kind, options)
    const join = joinOf(options)
    const known = Object.entries<TargetField>(targetFields[kind]).map(([field, { required, or, example }]) => ({
      field,
      required: required && !(field in defaults),
      or,
      names: knownNames(kind, field),
      joined: join[field]?.columns,
      // What a file brings of a customer has the name that the customer's page gives it.
      label: (field in customerFields ? ofCustomers : labels).field(field),
      example,
    }))
    if (kind !== 'customers' && kind !== 'leads') return known
    // What the company added to customers is read from files of them, by the name that it has on their page.
    const added = own.map(({ name, title = name, choices }) => ({
      field: name,
      required: false,
      label: title,
      example: Array.isArray(choices) ? firstOf(choices) : '',
    }))
    return [...known, ...added]
  }, [kind, options, labels, ofCustomers, own])
}

const firstOf = (choices: readonly unknown[]) => {
  const [first] = choices
  return typeof first === 'object' && first !== null && 'value' in first ? `${first.value}` : ''
}
