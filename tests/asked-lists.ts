import { routes } from '#app/server/areas.ts'
import { type Shape, schemaOf } from '#kit/contract/schema.ts'
import { generator, visitor } from './factories/self-service.ts'
import { type Caller, type CallOptions, hq, type TestApp } from './harness.ts'

// Every list there is, and how it is asked. A list is a read that takes Page and Rows.

type Page = { count: number; rows: Record<string, unknown>[] }

export const lists = routes
  .filter(({ endpoint }) => endpoint.kind === 'read')
  .map(({ endpoint }) => ({ endpoint, schema: schemaOf(endpoint.body, 'input') }))
  .map((list) => ({ ...list, fields: list.schema.properties ?? {} }))
  .filter(({ fields }) => fields.Page && fields.Rows)
export const named = lists.map((list) => [list.endpoint.path, list] as const)
type List = (typeof lists)[number]

export const filtersOf = ({ fields }: List) => Object.keys(fields.Search?.properties ?? {})

/** What some lists need in order to answer: of whom or of what they are. */
export type Known = Record<string, unknown>
export const knownEverywhere: Known = { ImportId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', ObjectType: 'Customer' }

/** A member on their own pages, where lists are answered to nobody else. */
async function memberOf(app: TestApp): Promise<CallOptions> {
  const [one] = await app.sql<{ id: number; outlet: string }>(
    `select customer_id as id, registered_outlet_code as outlet from membership join customer using (customer_id)
     where membership.status = 'Active' and customer.status = 'Active' limit 1`,
  )
  return visitor(app, { CustomerId: one!.id }, { ...generator, outlet: one!.outlet })
}

type Plain = { Search?: Record<string, unknown> }
type Requested = { Search?: unknown; [name: string]: unknown }

/** Asks the lists of one house. `known` may be filled until the first question. */
export function askingListsOf(app: TestApp, known: Known) {
  const valueFor = (name: string, values: readonly string[] | undefined) =>
    values && !values.includes(String(known[name])) ? values[0] : (known[name] ?? 'X1')
  const some = (names: readonly string[], fields: Record<string, Shape> | undefined) =>
    Object.fromEntries(names.map((name) => [name, valueFor(name, fields?.[name]?.enum)]))
  let member: Promise<CallOptions> | undefined
  const plains = new Map<List, Promise<Plain>>()

  async function ask(list: List, input: Requested, as: Caller = hq) {
    const needed = some(
      (list.schema.required ?? []).filter((name) => name !== 'Search'),
      list.fields,
    )
    if (list.endpoint.access === 'customer') member ??= memberOf(app)
    const caller = list.endpoint.access === 'customer' ? await member! : as
    const { status, body } = await app.call(list.endpoint, { ...needed, ...input } as never, caller)
    return { status, body: body as Page }
  }

  /** What makes a list answer: nothing for most, the record it belongs to for some; whether there is one is its matter. */
  function plainOf(list: List) {
    const plain = plains.get(list) ?? findPlain(list)
    plains.set(list, plain)
    return plain
  }

  async function findPlain(list: List): Promise<Plain> {
    for (const Search of [
      undefined,
      some(
        filtersOf(list).filter((name) => name in known),
        list.fields.Search?.properties,
      ),
    ]) {
      const input = Search ? { Search } : {}
      if ([200, 404].includes((await ask(list, input)).status)) return input
    }
    throw new Error(`${list.endpoint.path} answers nobody: name in \`known\` what it needs`)
  }

  return { ask, plainOf }
}
