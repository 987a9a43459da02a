import { readFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { z } from 'zod'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { RefusalKind } from '#kit/contract/refusal.ts'

// A Vite plugin that removes schemas from the contracts that public pages import.
// Paths and limits stay (areas/self-service/contract/field-limits.ts).
// The schemas and the validation library would be larger than the page, and the server validates anyway.

const project = resolve(import.meta.dirname, '..')
const contract = /\/areas\/[^/]+\/contract(?:\.ts|\/[\w-]+\.ts)$/

export const contractsWithoutSchemas = (): Plugin => ({
  name: 'contracts-without-schemas',
  enforce: 'pre',
  async load(id) {
    const file = id.split('?')[0]!
    if (!contract.test(file)) return undefined
    this.addWatchFile(file)
    // Modules without imports contain no schemas, so bundle them unchanged.
    if (!/^(?:import (?!type)|export \*)/m.test(await readFile(file, 'utf8'))) return undefined
    // Import the module at build time to inspect its exported values.
    const module = (await import(file)) as Record<string, unknown>
    const code = Object.entries(module)
      .map(([name, value]) => [name, plainOf(value)] as const)
      .filter(([, plain]) => plain !== undefined)
      .map(([name, plain]) => `export const ${name} = ${JSON.stringify(plain)}`)
    return { code: [`// ${relative(project, file)}, without its schemas`, ...code].join('\n'), moduleType: 'js' }
  },
})

/** Returns the part of an exported value that the browser needs. */
function plainOf(value: unknown): unknown {
  if (value instanceof z.ZodType) return 'options' in value ? { options: value.options } : undefined
  if (isEndpoint(value)) {
    const { method, path, kind, access, idempotent } = value
    if (!isForCustomers(access)) return undefined
    // Keep only public access, because pages check nothing else.
    return { method, path, kind, ...(access === 'public' && { access }), ...(idempotent && { idempotent }) }
  }
  if (isCatalogue(value)) return Object.fromEntries(Object.entries(value).map(([name, { code }]) => [name, { code }]))
  return isPlain(value) ? value : undefined
}

/** True for a catalogue of refusals, of which pages only compare the codes. */
const isCatalogue = (value: unknown): value is Record<string, RefusalKind> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).length > 0 &&
  Object.values(value).every((one) => typeof one === 'function' && 'code' in one)

const isForCustomers = (access: unknown) =>
  typeof access === 'object' && access !== null
    ? 'visitor' in access
    : ['public', 'customer', 'visitor'].includes(String(access))

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value && 'body' in value

/** True for plain data: strings, numbers, lists and records. */
const isPlain = (value: unknown): boolean =>
  value === null ||
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every(isPlain)) ||
  (typeof value === 'object' &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.values(value).every(isPlain))
