import { useMemo } from 'react'
import { useCustomFields } from '#areas/custom-fields/web/index.ts'
import { customerFields } from '#areas/customers/contract/customer-fields.ts'
import { useLabels } from '#kit/web/labels.ts'
import { findKnownHeaders } from '../contract/known-headers.ts'
import { type ImportTargetField, targetFieldsByKind } from '../contract/mapping.ts'
import type { ImportKind } from '../contract.ts'
import { defaultFieldValues, type ImportOptions, joinedColumnsByField } from './options.ts'
import type { ImportTarget } from './workbench/types.ts'

/** Returns the target fields of a kind of file, with their display names. */
export function useImportTargets(kind: ImportKind, options: ImportOptions): ImportTarget[] {
  const labels = useLabels('imports')
  const customerLabels = useLabels('customers')
  const customFields = useCustomFields('Customer')
  return useMemo(() => {
    const defaults = defaultFieldValues(kind, options)
    const join = joinedColumnsByField(options)
    const declaredFields = Object.entries<ImportTargetField>(targetFieldsByKind[kind]).map(
      ([field, { required, or, example }]) => ({
        field,
        required: required && !(field in defaults),
        or,
        names: findKnownHeaders(kind, field),
        joined: join[field]?.columns,
        // Fields of a customer have the same name as on the customer's page.
        label: (field in customerFields ? customerLabels : labels).field(field),
        example,
      }),
    )
    if (kind !== 'customers' && kind !== 'leads') return declaredFields
    // Files of customers and of leads may also contain the custom fields of customers.
    const customTargets = customFields.map(({ name, title = name, choices }) => ({
      field: name,
      required: false,
      label: title,
      example: Array.isArray(choices) ? firstOf(choices) : '',
    }))
    return [...declaredFields, ...customTargets]
  }, [kind, options, labels, customerLabels, customFields])
}

const firstOf = (choices: readonly unknown[]) => {
  const [first] = choices
  return typeof first === 'object' && first !== null && 'value' in first ? `${first.value}` : ''
}
