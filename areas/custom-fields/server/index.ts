// What other areas may ask of custom fields.

export { checkedValues } from './checked-values.ts'
export { fieldsOf } from './fields-of.ts'
export { holding } from './holding.ts'
