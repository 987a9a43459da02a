// The public interface of custom fields for other areas.

export { customFieldConditions, findUnavailableFieldError } from './custom-field-conditions.ts'
export { findActiveCustomFields, findCustomFieldName } from './fields-of.ts'
export { validateCustomValues } from './validate-custom-values.ts'
