// The public interface of custom fields for other areas.

export { customFieldConditions, unavailableFieldError } from './custom-field-conditions.ts'
export { customFieldName, findActiveFields } from './fields-of.ts'
export { validateCustomValues } from './validate-custom-values.ts'
