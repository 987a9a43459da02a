import { jsonRoutes } from '#app/server/areas.ts'
import { type JsonSchema, toJsonSchema } from '#kit/contract/schema.ts'
import { generator, visitor } from './factories/self-service.ts'
import { type Caller, type CallOptions, hq, type TestApp } from './harness.ts'

// Calls any list of the API; a list is a read with the fields Page and Rows.

type Page = { count: number; rows: Record<string, unknown>[] }

export const lists = jsonRoutes
  .filter(({ endpoint }) => endpoint.kind === 'read')
  .map(({ endpoint }) => ({ endpoint, schema: toJsonSchema(endpoint.body, 'input') }))
  .map((list) => ({ ...list, fields: list.schema.properties ?? {} }))
  .filter(({ fields }) => fields.Page && fields.Rows)
export const listsByPath = lists.map((list) => [list.endpoint.path, list] as const)
type List = (typeof lists)[number]

export const filtersOf = ({ fields }: List) => Object.keys(fields.Search?.properties ?? {})

/** Values of required fields and filters, by name. */
export type FieldValues = Record<string, unknown>
export const sharedFieldValues: FieldValues = {
  ImportId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  ObjectType: 'Customer',
  EndpointId: 1,
}

/** A member with a customer session, the only caller of the lists on the member's own pages. */
async function memberOf(app: TestApp): Promise<CallOptions> {
  const [one] = await app.sql<{ id: number; outlet: string }>(
    `select customer_id as id, registered_outlet_code as outlet from membership join customer using (customer_id)
     where membership.status = 'Active' and customer.status = 'Active' limit 1`,
  )
  return visitor(app, { CustomerId: one!.id }, { ...generator, outlet: one!.outlet })
}

type MinimalInput = { Search?: Record<string, unknown> }
type Requested = { Search?: unknown; [name: string]: unknown }

/** Calls the lists of one company. `knownValues` may be filled until the first call. */
export function listCaller(app: TestApp, knownValues: FieldValues) {
  const valueFor = (name: string, values: readonly string[] | undefined) =>
    values && !values.includes(String(knownValues[name])) ? values[0] : (knownValues[name] ?? 'X1')
  const valuesFor = (names: readonly string[], fields: Record<string, JsonSchema> | undefined) =>
    Object.fromEntries(names.map((name) => [name, valueFor(name, fields?.[name]?.enum)]))
  let member: Promise<CallOptions> | undefined
  const minimalInputs = new Map<List, Promise<MinimalInput>>()

  async function ask(list: List, input: Requested, as: Caller = hq) {
    const needed = valuesFor(
      (list.schema.required ?? []).filter((name) => name !== 'Search'),
      list.fields,
    )
    if (list.endpoint.access === 'customer') member ??= memberOf(app)
    const caller = list.endpoint.access === 'customer' ? await member! : as
    const { status, body } = await app.call(list.endpoint, { ...needed, ...input } as never, caller)
    return { status, body: body as Page }
  }

  /** Returns the smallest input that a list accepts: empty, or an existing parent record. */
  function minimalInputOf(list: List) {
    const input = minimalInputs.get(list) ?? findMinimalInput(list)
    minimalInputs.set(list, input)
    return input
  }

  async function findMinimalInput(list: List): Promise<MinimalInput> {
    for (const Search of [
      undefined,
      valuesFor(
        filtersOf(list).filter((name) => name in knownValues),
        list.fields.Search?.properties,
      ),
    ]) {
      const input = Search ? { Search } : {}
      if ([200, 404].includes((await ask(list, input)).status)) return input
    }
    throw new Error(`${list.endpoint.path} rejects the minimal input: add its required values to \`knownValues\``)
  }

  return { ask, minimalInputOf }
}
