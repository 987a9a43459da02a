import type { Endpoint } from '#kit/contract/endpoint.ts'
import { type JsonSchema, removeNullFromSchema, toJsonSchema } from '#kit/contract/schema.ts'

/** Limits of a field that a form checks before it sends a request. */
export type FieldLimits = { required?: true; maxLength?: number; minLength?: number }

/** Returns the limits of a request's fields by name (nested: `Address.Postcode`), for pages without schemas. */
export const findFieldLimits = ({ body }: Pick<Endpoint, 'body'>) => limitsIn(toJsonSchema(body, 'input'))

function limitsIn(shape: JsonSchema, before = ''): Record<string, FieldLimits> {
  const { properties = {}, required = [] } = removeNullFromSchema(shape)
  return Object.assign(
    {},
    ...Object.entries(properties).map(([name, field]) => {
      const { type, maxLength, minLength, properties: inner } = removeNullFromSchema(field)
      if (inner) return limitsIn(removeNullFromSchema(field), `${before}${name}.`)
      const limits: FieldLimits = {
        ...(required.includes(name) && { required: true }),
        ...(type === 'string' && maxLength !== undefined && { maxLength }),
        ...(type === 'string' && minLength !== undefined && { minLength }),
      }
      return Object.keys(limits).length > 0 ? { [before + name]: limits } : {}
    }),
  )
}
