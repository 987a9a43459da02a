import type { RawBuilder } from 'kysely'
import type { Privilege } from '#areas/access/roles.ts'
import type { ListName } from '#areas/setup/contract.ts'
import type { Ctx, Services } from '#kit/server/ctx.ts'
import type { ValueKind } from '../contract.ts'

// Fields for the conditions of segments, which the areas declare.

type Sql = RawBuilder<unknown>

export type SegmentFieldPeriod = {
  today: string
  /** SQL condition that a business date is in the period of the condition. */
  during: (column: Sql) => Sql
}

export type DeclaredSegmentField = {
  /** Name of the field; the area's texts have the label `fields.<Name>` and fixed values as `values.<Name>.<word>`. */
  Name: string
  /** Label that the company gave to a custom field, if the field has no translated text. */
  Title?: string
  Kind: ValueKind
  /** Source of the field's values: a lookup list, the outlets, fixed words, or a query of value and label. */
  choices?: { list: ListName } | 'outlet' | { words: readonly string[] } | { select: Sql }
  /** Privilege that staff need to use the field. */
  privilege?: Privilege
  /** True if conditions on the field can have a period. */
  period?: true
} & (
  | {
      /** SQL expression of the field's value for customer `c`, or a function of today's date that returns it. */
      column: Sql | ((today: string) => Sql)
      /** SQL condition on a stored column between two limits; the planner has statistics for such a column. */
      within?: (today: string, least: string | undefined, most: string | undefined) => Sql
    }
  | {
      /**
       * A query of `customer_id` and `value` with one row per customer, several for set fields.
       * Customers without a row have the value 0 in a number field, and no known value in other fields.
       * For a yes-no field the query returns the customers whose value is yes.
       */
      rows: (args: SegmentFieldPeriod) => Sql
    }
)

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** Fields of customers that the area adds to the conditions of segments. */
    segmentFields?: readonly DeclaredSegmentField[]
    /** Custom fields that the area adds; they are read from the database, because the company defines them. */
    segmentFieldsNow?: (ctx: Pick<Ctx, 'db'>) => Promise<readonly DeclaredSegmentField[]>
    /** Returns the label of a field that the company has removed. */
    segmentFieldGone?: (ctx: Pick<Ctx, 'db'>, Name: string) => Promise<string | null>
  }
}

export type SegmentFieldOfArea = DeclaredSegmentField & { Field: string; Area: string }

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

/** Returns the label of a field in error messages: the company's label of a custom field, otherwise the key. */
export const segmentFieldLabel = ({ Name, Title }: DeclaredSegmentField) => Title ?? Name

/** Returns the labels of removed fields; unknown fields have no label. */
export async function findNamesOfRemovedFields(
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

export const mayUseSegmentField = (
  { privilege }: DeclaredSegmentField,
  { privileges }: Pick<Ctx['actor'], 'privileges'>,
) => privilege === undefined || privileges.has(privilege)
