import type { FieldSpec } from '#kit/web/form/fields.ts'
import { type CustomerFieldName, customerFieldDeclarations } from '../contract/customer-fields.ts'

/** Returns the form field for a field of the customer, with its choices. */
export const toCustomerFormField = (name: CustomerFieldName): FieldSpec<CustomerFieldName> => {
  const { values } = customerFieldDeclarations[name]
  return values ? { name, choices: values } : { name }
}
