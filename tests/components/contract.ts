import type { Endpoint } from '#kit/contract/endpoint.ts'

const modules = import.meta.glob<Record<string, unknown>>(
  ['/areas/*/contract.ts', '/areas/*/contract/*.ts', '/areas/*/*/contract.ts', '!**/*.test.ts'],
  { eager: true },
)

const isEndpoint = (value: object): value is Endpoint => 'method' in value && 'path' in value && 'reply' in value

/** Endpoints of a contract module: its exports, and the six endpoints of each exported record. */
const endpointsIn = (value: unknown, depth = 0): Endpoint[] => {
  if (typeof value !== 'object' || value === null || depth > 2) return []
  return isEndpoint(value) ? [value] : Object.values(value).flatMap((part) => endpointsIn(part, depth + 1))
}

/** Every endpoint of every area. */
export const endpoints: readonly Endpoint[] = [
  ...new Set(Object.values(modules).flatMap((module) => endpointsIn(module))),
]

const toPattern = ({ path }: Endpoint) => new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
const routes = endpoints.map((endpoint) => ({ endpoint, pattern: toPattern(endpoint) }))

/** Finds the endpoint for a request and the parameters of its path; fixed paths take precedence over parameters. */
export function findEndpoint(method: string, path: string) {
  const matches = routes
    .filter(({ endpoint }) => endpoint.method === method)
    .flatMap(({ endpoint, pattern }) => {
      const match = pattern.exec(path)
      return match ? [{ endpoint, params: parseIds(match.groups ?? {}) }] : []
    })
  return matches.find(({ params }) => Object.keys(params).length === 0) ?? matches[0]
}

/** Converts path parameters that are IDs to numbers, as the server does. */
const parseIds = (params: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      name.endsWith('Id') && /^\d+$/.test(value) ? Number(value) : value,
    ]),
  )
