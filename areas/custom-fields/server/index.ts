// What other areas may ask of custom fields.

export { checkedValues } from './checked-values.ts'
export { fieldsOf, nameOf } from './fields-of.ts'
export { fieldGone, holding } from './holding.ts'
