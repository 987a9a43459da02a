import type { FieldSpec } from '#kit/web/form/fields.ts'
import { type CustomerFieldName, customerFieldDeclarations } from '../contract/customer-fields.ts'

/** The declaration of a customer field as a form field. */
export const formField = (name: CustomerFieldName): FieldSpec<CustomerFieldName> => {
  const { values } = customerFieldDeclarations[name]
  return values ? { name, choices: values } : { name }
}
