// The public interface of these pages for other areas.
export { CustomFieldFacts } from './CustomFacts.tsx'
export {
  useCustomFieldColumns,
  useCustomFieldFacts,
  useCustomFieldFilters,
  useCustomFieldNames,
  useCustomFields,
} from './hooks.tsx'
