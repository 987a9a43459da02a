import { readFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { z } from 'zod'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { RefusalKind } from '#kit/contract/refusal.ts'

// A PUBLIC PAGE READS A CONTRACT LIKE EVERY OTHER PAGE, but what it fetches of it are addresses, and the limits that a contract
// names (areas/self-service/contract/field-limits.ts): the schemas, and the library that checks them, are heavier than the page itself. The
// server checks everything anyway.

const project = resolve(import.meta.dirname, '..')
const contract = /\/areas\/[^/]+\/contract(?:\.ts|\/[\w-]+\.ts)$/

export const contractsWithoutSchemas = (): Plugin => ({
  name: 'contracts-without-schemas',
  enforce: 'pre',
  async load(id) {
    const file = id.split('?')[0]!
    if (!contract.test(file)) return undefined
    this.addWatchFile(file)
    // What rests on nothing has no schema either: rules that pages and contracts share go as they are.
    if (!/^(?:import (?!type)|export \*)/m.test(await readFile(file, 'utf8'))) return undefined
    // Imported as it runs: what a bundler made of it could not be asked.
    const module = (await import(file)) as Record<string, unknown>
    const code = Object.entries(module)
      .map(([name, value]) => [name, plainOf(value)] as const)
      .filter(([, plain]) => plain !== undefined)
      .map(([name, plain]) => `export const ${name} = ${JSON.stringify(plain)}`)
    return { code: [`// ${relative(project, file)}, without its schemas`, ...code].join('\n'), moduleType: 'js' }
  },
})

/** What of an exported value reaches the browser; nothing of what only the server needs. */
function plainOf(value: unknown): unknown {
  if (value instanceof z.ZodType) return 'options' in value ? { options: value.options } : undefined
  if (isEndpoint(value)) {
    const { method, path, kind, access, idempotent } = value
    if (!isForCustomers(access)) return undefined
    // Of access a page asks only whether anybody may call it.
    return { method, path, kind, ...(access === 'public' && { access }), ...(idempotent && { idempotent }) }
  }
  if (isCatalogue(value)) return Object.fromEntries(Object.entries(value).map(([name, { code }]) => [name, { code }]))
  return isPlain(value) ? value : undefined
}

/** Of a refusal a page asks only which one it is. */
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

/** Texts, figures, lists and records of them. */
const isPlain = (value: unknown): boolean =>
  value === null ||
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every(isPlain)) ||
  (typeof value === 'object' &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.values(value).every(isPlain))
