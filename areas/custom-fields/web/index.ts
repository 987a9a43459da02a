// What the pages of areas above may use of custom fields.
export { CustomFacts } from './CustomFacts.tsx'
export { useCustomColumns, useCustomFacts, useCustomFieldNames, useCustomFields, useCustomSearch } from './hooks.tsx'
