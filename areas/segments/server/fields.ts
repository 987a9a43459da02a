import type { RawBuilder } from 'kysely'
import type { Privilege } from '#areas/access/roles.ts'
import type { ListName } from '#areas/setup/contract.ts'
import type { Ctx, Services } from '#kit/server/ctx.ts'
import type { ValueKind } from '../contract.ts'

// Fields for conditions, contributed by the areas.

type Sql = RawBuilder<unknown>

export type PeriodArgs = {
  today: string
  /** Condition that a business date lies in the requested period. */
  during: (column: Sql) => Sql
}

export type DeclaredField = {
  /** Key of the label in the area's texts `fields.<Name>`; words have `values.<Name>.<word>`. */
  Name: string
  /** Label given by the company to a field without a translated text. */
  Title?: string
  Kind: ValueKind
  /** Selectable values: a lookup list, the outlets, fixed words, or a select of value and label. */
  choices?: { list: ListName } | 'outlet' | { words: readonly string[] } | { select: Sql }
  /** Privilege that is needed to use the field. */
  privilege?: Privilege
  /** The field accepts a period. */
  period?: true
} & (
  | {
      /** An expression on the customer `c`, or a function of today's date. */
      column: Sql | ((today: string) => Sql)
      /** The same as bounds of a stored column, with open ends, for which the planner has statistics. */
      within?: (today: string, least: string | undefined, most: string | undefined) => Sql
    }
  | {
      /**
       * A select of `customer_id` and `value`: one row per customer, several rows for kind set. Customers without a row have 0 for numbers and
       * unknown otherwise. For kind yes-no it returns the customers with yes.
       */
      rows: (args: PeriodArgs) => Sql
    }
)

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** Customer fields for conditions of segments. */
    segmentFields?: readonly DeclaredField[]
    /** Fields that are defined in the database. */
    segmentFieldsNow?: (ctx: Pick<Ctx, 'db'>) => Promise<readonly DeclaredField[]>
    /** Label of a field that was removed. */
    segmentFieldGone?: (ctx: Pick<Ctx, 'db'>, Name: string) => Promise<string | null>
  }
}

export type SegmentFieldOfArea = DeclaredField & { Field: string; Area: string }

export async function findFields({
  services: { areas },
  db,
}: Pick<Ctx, 'db'> & { services: Pick<Services, 'areas'> }): Promise<SegmentFieldOfArea[]> {
  const fields: SegmentFieldOfArea[] = []
  for (const { name, segmentFields = [], segmentFieldsNow } of areas)
    for (const field of [...segmentFields, ...((await segmentFieldsNow?.({ db })) ?? [])])
      fields.push({ ...field, Area: name, Field: `${name}.${field.Name}` })
  return fields
}

/** Label in error messages: the company's own, otherwise the key. */
export const fieldLabel = ({ Name, Title }: DeclaredField) => Title ?? Name

/** Labels of removed fields; fields that never existed have none. */
export async function namesOfRemovedFields(
  { services: { areas }, db }: Parameters<typeof findFields>[0],
  fieldNames: readonly string[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const Field of fieldNames)
    for (const { name, segmentFieldGone } of areas) {
      const title = Field.startsWith(`${name}.`) && (await segmentFieldGone?.({ db }, Field.slice(name.length + 1)))
      if (title) names.set(Field, title)
    }
  return names
}

export const mayUseField = ({ privilege }: DeclaredField, { privileges }: Pick<Ctx['actor'], 'privileges'>) =>
  privilege === undefined || privileges.has(privilege)
