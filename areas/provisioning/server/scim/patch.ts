import { scimRefusals } from '../../contract/scim.ts'
import { attributeOf, isObject, type Json } from './json.ts'

export type Operation = { op: 'add' | 'replace' | 'remove'; path: string; value: unknown }

const OPERATIONS_MAX = 1000

/**
 * Reads the operations of a PATCH. Entra writes "Add" for "add"; Okta sends values without a path.
 * An operation without a path becomes one operation for each attribute of its value.
 */
export function readOperations(body: Json): Operation[] {
  const operations = attributeOf(body, 'Operations')
  if (!Array.isArray(operations) || operations.length > OPERATIONS_MAX)
    throw scimRefusals.invalidValue({ Attribute: 'Operations' })
  return operations.flatMap((operation): Operation[] => {
    if (!isObject(operation)) throw scimRefusals.invalidValue({ Attribute: 'Operations' })
    const op = String(attributeOf(operation, 'op')).toLowerCase()
    if (op !== 'add' && op !== 'replace' && op !== 'remove') throw scimRefusals.invalidValue({ Attribute: 'op' })
    const path = attributeOf(operation, 'path')
    const value = attributeOf(operation, 'value')
    if (typeof path === 'string' && path !== '') return [{ op, path, value }]
    if (op === 'remove' || !isObject(value)) throw scimRefusals.invalidPath({ Path: String(path ?? '') })
    return Object.entries(value).map(([name, attribute]) => ({ op, path: name, value: attribute }))
  })
}
