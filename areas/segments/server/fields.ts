import type { RawBuilder } from 'kysely'
import type { Privilege } from '#areas/access/roles.ts'
import type { ListName } from '#areas/setup/contract.ts'
import type { Ctx, Services } from '#kit/server/ctx.ts'
import type { ValueKind } from '../contract.ts'

// Fields for conditions, which the areas contribute.

type Sql = RawBuilder<unknown>

export type PeriodArgs = {
  today: string
  /** SQL condition that a business date is in the requested period. */
  during: (column: Sql) => Sql
}

export type DeclaredField = {
  /** Key of the label `fields.<Name>` in the area's texts; fixed words have `values.<Name>.<word>`. */
  Name: string
  /** The company's own label of a field without a translated text. */
  Title?: string
  Kind: ValueKind
  /** Source of the values: a lookup list, the outlets, fixed words, or a query of value and label. */
  choices?: { list: ListName } | 'outlet' | { words: readonly string[] } | { select: Sql }
  /** Privilege required to use the field. */
  privilege?: Privilege
  /** True if conditions on the field can have a period. */
  period?: true
} & (
  | {
      /** SQL expression on the customer `c`, or a function of today's date that returns one. */
      column: Sql | ((today: string) => Sql)
      /** The condition as limits of a stored column, for which the planner has statistics. */
      within?: (today: string, least: string | undefined, most: string | undefined) => Sql
    }
  | {
      /**
       * A query of `customer_id` and `value` with one row per customer, several for set fields.
       * Customers without a row have the value 0 for numbers, otherwise unknown.
       * For yes-no fields the query returns the customers with yes.
       */
      rows: (args: PeriodArgs) => Sql
    }
)

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** Customer fields for segment conditions. */
    segmentFields?: readonly DeclaredField[]
    /** Custom fields, which are defined in the database. */
    segmentFieldsNow?: (ctx: Pick<Ctx, 'db'>) => Promise<readonly DeclaredField[]>
    /** Returns the label of a field that was removed. */
    segmentFieldGone?: (ctx: Pick<Ctx, 'db'>, Name: string) => Promise<string | null>
  }
}

export type SegmentFieldOfArea = DeclaredField & { Field: string; Area: string }

export async function findSegmentFields({
  services: { areas },
  db,
}: Pick<Ctx, 'db'> & { services: Pick<Services, 'areas'> }): Promise<SegmentFieldOfArea[]> {
  const fields: SegmentFieldOfArea[] = []
  for (const { name, segmentFields = [], segmentFieldsNow } of areas)
    for (const field of [...segmentFields, ...((await segmentFieldsNow?.({ db })) ?? [])])
      fields.push({ ...field, Area: name, Field: `${name}.${field.Name}` })
  return fields
}

/** Label in error messages: the company's own label, otherwise the key. */
export const fieldLabel = ({ Name, Title }: DeclaredField) => Title ?? Name

/** Labels of removed fields; unknown fields have none. */
export async function namesOfRemovedFields(
  { services: { areas }, db }: Parameters<typeof findSegmentFields>[0],
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
