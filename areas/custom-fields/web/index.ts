// The public interface of these pages for other areas.
export { CustomFacts } from './CustomFacts.tsx'
export { useCustomColumns, useCustomFacts, useCustomFieldNames, useCustomFields, useCustomSearch } from './hooks.tsx'
