import type { FieldSpec } from '#kit/web/form/fields.ts'
import { type CustomerFieldName, declared } from '../contract/customer-fields.ts'

/** A field of a customer in a form, with the choices it is declared with. */
export const formField = (name: CustomerFieldName): FieldSpec<CustomerFieldName> => {
  const { values } = declared[name]
  return values ? { name, choices: values } : { name }
}
