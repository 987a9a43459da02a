import type { RawBuilder } from 'kysely'
import type { Privilege } from '#areas/access/roles.ts'
import type { ListName } from '#areas/setup/contract.ts'
import type { Ctx, Services } from '#kit/server/ctx.ts'
import type { Kind } from '../contract.ts'

// What conditions may ask for, as the areas that keep it bring it.

type Sql = RawBuilder<unknown>

export type Asked = {
  today: string
  /** Whether a business date lies in the time that is asked for. */
  during: (column: Sql) => Sql
}

export type DeclaredField = {
  /** Named by the area's `fields.<Name>`; words by its `values.<Name>.<word>`. */
  Name: string
  /** What people called it themselves, where it has no text. */
  Title?: string
  Kind: Kind
  /** Its values, where they can be chosen: a lookup list, the outlets, fixed words, or a select of value and label. */
  choices?: { list: ListName } | 'outlet' | { words: readonly string[] } | { select: Sql }
  /** What somebody must be allowed to see to ask for it. */
  privilege?: Privilege
  /** Whether it may be asked of a time alone. */
  period?: true
} & (
  | {
      /** An expression on the customer `c`; or what it is on this day. */
      column: Sql | ((today: string) => Sql)
      /** The same as bounds of a stored column, from nothing to nothing, which the planner knows how often they are met. */
      within?: (today: string, least: string | undefined, most: string | undefined) => Sql
    }
  | {
      /**
       * A select of `customer_id` and `value`: one row for each customer, of a set as many as it has values. Whom it leaves out has
       * nothing: a number is 0 then, anything else unknown. Of yes and no it names those with yes.
       */
      rows: (asked: Asked) => Sql
    }
)

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** Fields of customers that conditions of segments may ask for. */
    segmentFields?: readonly DeclaredField[]
    /** Those that are rows of the database, as they are now. */
    segmentFieldsNow?: (ctx: Pick<Ctx, 'db'>) => Promise<readonly DeclaredField[]>
    /** How one of these was called that is not there any more. */
    segmentFieldGone?: (ctx: Pick<Ctx, 'db'>, Name: string) => Promise<string | null>
  }
}

export type KnownField = DeclaredField & { Field: string; Area: string }

export async function fieldsOf({
  services: { areas },
  db,
}: Pick<Ctx, 'db'> & { services: Pick<Services, 'areas'> }): Promise<KnownField[]> {
  const known: KnownField[] = []
  for (const { name, segmentFields = [], segmentFieldsNow } of areas)
    for (const field of [...segmentFields, ...((await segmentFieldsNow?.({ db })) ?? [])])
      known.push({ ...field, Area: name, Field: `${name}.${field.Name}` })
  return known
}

/** In a refusal: by what people called it, else by the name that the reader's texts have a word for. */
export const called = ({ Name, Title }: DeclaredField) => Title ?? Name

/** How fields were called that are asked for no more; what was none has no name. */
export async function namesOfGone(
  { services: { areas }, db }: Parameters<typeof fieldsOf>[0],
  asked: readonly string[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const Field of asked)
    for (const { name, segmentFieldGone } of areas) {
      const title = Field.startsWith(`${name}.`) && (await segmentFieldGone?.({ db }, Field.slice(name.length + 1)))
      if (title) names.set(Field, title)
    }
  return names
}

export const mayAsk = ({ privilege }: DeclaredField, { privileges }: Pick<Ctx['actor'], 'privileges'>) =>
  privilege === undefined || privileges.has(privilege)
