// What other areas may ask of custom fields.

export { fieldsOf } from './fields-of.ts'
