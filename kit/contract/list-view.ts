import { z } from 'zod'
import { Id, Version, YN } from './fields.ts'

// How a list is looked at. The kit draws it, an area keeps it.

/** A field of the row; `Building.Code` where the row nests, `CustomValues.RING_SIZE` where the company made it. */
const FieldPath = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9]*(\.[A-Za-z0-9_-]+)?$/)
  .max(80)

export const ColumnWidth = z.enum(['narrow', 'normal', 'wide'])
export type ColumnWidth = z.infer<typeof ColumnWidth>

/** A column that is shown, and how wide; without a width as wide as what it holds. */
export const ColumnChoice = z.strictObject({ Field: FieldPath, Width: ColumnWidth.optional() })
export type ColumnChoice = z.infer<typeof ColumnChoice>

export const Columns = z.array(ColumnChoice).min(1).max(60)

export const Density = z.enum(['comfortable', 'compact'])
export type Density = z.infer<typeof Density>

export const ListViewState = z.strictObject({
  Filters: z
    .record(FieldPath, z.string().min(1).max(200))
    .refine((filters) => Object.keys(filters).length <= 40, 'At most 40 filters'),
  /** Null: the list's own order. */
  Sort: z.string().max(60).nullable(),
  Direction: z.enum(['ASC', 'DESC']),
  Size: z.int().min(1).max(100),
  /** Null: as the page declares them. */
  Columns: Columns.nullable(),
  Density,
})
export type ListViewState = z.infer<typeof ListViewState>

export const ListView = z.strictObject({
  ViewId: Id,
  List: z.string(),
  Name: z.string(),
  SharedYN: YN,
  OwnYN: YN,
  /** Whose it is. */
  OwnerName: z.string(),
  State: ListViewState,
  Version,
})
export type ListView = z.infer<typeof ListView>

/** What somebody chose for a list while no view is open. */
export const ListChoice = z.strictObject({
  List: z.string(),
  /** Null: as the page declares them. */
  Columns: Columns.nullable(),
  Density: Density.nullable(),
  DefaultViewId: Id.nullable(),
})
export type ListChoice = z.infer<typeof ListChoice>
